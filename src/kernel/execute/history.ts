import { join } from 'node:path';
import { appendPrivate, attempt, jsonOf, readPart, rotatedName, rotatePrivate, stateFolder } from '../../util/index.js';
import type { Content } from '../wire/messages.js';

const MAX_ENTRIES = 5_000;
/** A longer file is renamed to `.old`. */
const MAX_BYTES = 2 * 2 ** 20;
const OPTIONS = { variable: 'PATCHBAY_STATE_DIR' };

type Entry = readonly [session: number, line: number, source: string];

/** The cells executed in this and earlier sessions, in a file that only the user can read. */
export interface History {
  add(line: number, source: string): void;
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
  rotatePrivate(file, MAX_BYTES);
  const lines = `${tailOf(rotatedName(file))}\n${tailOf(file)}`.split('\n').filter(Boolean);
  return lines.slice(-MAX_ENTRIES).flatMap(parse);
}

/** Empty if there is no history yet, or no permission to read it. Several kernels may append at once. */
const tailOf = (file: string): string => attempt(() => readPart(file, { from: 'end', bytes: 2 * MAX_BYTES })) ?? '';

function parse(line: string): Entry[] {
  const entry = jsonOf(line); // undefined for a line that a crash left incomplete
  const [session, number, source] = Array.isArray(entry) ? entry : [];
  return typeof source === 'string' ? [[Number(session), Number(number), source]] : [];
}

/** In a read-only folder, this session has no stored history. The cell must still run. */
const append = (file: string, entry: Entry): void =>
  attempt(() => appendPrivate(file, `${JSON.stringify(entry)}\n`, OPTIONS));

/** Selects entries by one of Jupyter's access types: the last `n`, a range of one session, or a glob pattern. */
function select(entries: readonly Entry[], current: number, request: Content): readonly Entry[] {
  const n = Number(request.n ?? 0);
  if (request.hist_access_type === 'range') {
    const requested = Number(request.session ?? 0);
    const session = requested > 0 ? requested : current + requested;
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
 * Matches a glob pattern: `*` matches any text and `?` any character, including line ends. This is not a regular
 * expression, because several `*` could make one backtrack for an exponential time. Only the last `*` is retried, so
 * the time is at most proportional to the product of both lengths.
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
