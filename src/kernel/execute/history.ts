import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { appendPrivate, stateFolder, writePrivate } from '../../util/index.js';
import type { Content } from '../wire/messages.js';

const KEPT = 5_000;
const VARIABLE = 'PATCHBAY_STATE_DIR';

/** One executed cell: the session's number, its place in that session, what was typed. */
type Entry = readonly [session: number, line: number, source: string];

/** What was executed, in this session and in earlier ones, kept in the user's state folder and readable by them alone. */
export interface History {
  add(line: number, source: string): void;
  /** The content of a `history_reply`. */
  answer(request: Content): Content;
}

export function createHistory(file: string | undefined = defaultFile()): History {
  const entries = file ? load(file) : [];
  const session = (entries.at(-1)?.[0] ?? 0) + 1;

  return {
    add(line, source) {
      const entry: Entry = [session, line, source];
      entries.push(entry);
      if (file) append(file, entry);
    },
    answer(request) {
      const found = select(entries, session, request);
      return { status: 'ok', history: request.output ? found.map(([s, l, source]) => [s, l, [source, null]]) : found };
    },
  };
}

function defaultFile(): string {
  return join(stateFolder(), 'kernel-history.ndjson');
}

function load(file: string): Entry[] {
  let lines: string[];
  try {
    lines = readFileSync(file, 'utf8').split('\n').filter(Boolean);
  } catch {
    return []; // no history yet, or none that we may read
  }
  const entries = lines.slice(-KEPT).flatMap(parse);
  if (lines.length > 2 * KEPT) shorten(file, entries);
  return entries;
}

function shorten(file: string, entries: readonly Entry[]): void {
  try {
    writePrivate(file, entries.map((entry) => `${JSON.stringify(entry)}\n`).join(''), { variable: VARIABLE });
  } catch {
    // A folder that cannot be written keeps its long file; the session has what it needs of it.
  }
}

function parse(line: string): Entry[] {
  try {
    const [session, number, source] = JSON.parse(line);
    return typeof source === 'string' ? [[Number(session), Number(number), source]] : [];
  } catch {
    return []; // a line torn by a crash
  }
}

function append(file: string, entry: Entry): void {
  try {
    appendPrivate(file, `${JSON.stringify(entry)}\n`, { variable: VARIABLE });
  } catch {
    // A read-only home folder costs the history of this session, never the cell.
  }
}

/** The three ways Jupyter asks: the last `n`, a range of one session, or a glob pattern over all. */
function select(entries: readonly Entry[], current: number, request: Content): readonly Entry[] {
  const n = Number(request.n ?? 0);
  if (request.hist_access_type === 'range') {
    const asked = Number(request.session ?? 0);
    const session = asked > 0 ? asked : current + asked;
    const [start, stop] = [Number(request.start ?? 0), Number(request.stop ?? Number.POSITIVE_INFINITY)];
    return entries.filter(([s, line]) => s === session && line >= start && line < stop);
  }
  if (request.hist_access_type !== 'search') return entries.slice(-n || undefined);
  const glob = String(request.pattern ?? '*');
  const found = entries.filter(([, , source]) => matchesGlob(glob, source));
  return (request.unique ? lastOfEach(found) : found).slice(-n || undefined);
}

function lastOfEach(entries: readonly Entry[]): Entry[] {
  const last = new Map<string, Entry>();
  for (const entry of entries) {
    last.delete(entry[2]);
    last.set(entry[2], entry);
  }
  return [...last.values()];
}

/**
 * `*` matches any text and `?` any character, line ends included. Without a regular expression: one with several `*`
 * would take exponential time. Only the last `*` is tried again, so this takes at most the product of both lengths.
 */
function matchesGlob(glob: string, text: string): boolean {
  let [at, next] = [0, 0];
  let star: { readonly after: number; from: number } | undefined;
  while (at < text.length) {
    if (glob[next] === '*') star = { after: ++next, from: at };
    else if (glob[next] === '?' || glob[next] === text[at]) [at, next] = [at + 1, next + 1];
    else if (star) [at, next] = [++star.from, star.after];
    else return false;
  }
  return /^\**$/.test(glob.slice(next));
}
