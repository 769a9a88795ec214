import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { asJson, Sheet, showText, Whole } from '../../show/index.js';
import type { SheetPart } from '../../util/index.js';
import { filesFor } from '../files-for.js';
import type { SessionLog } from '../session-log.js';
import { type Command, choices } from './command.js';
import { exchangeAt, exchangesBack } from './exchange-at.js';

export const last: Command = {
  name: '.last',
  takes: '[N | --all [FILE]]',
  help: 'Show the last request and its answer as they were on the wire, `.last 2` the one before; `.last --all` shows the last result to its end, or writes it to a file (.json as JSON).',
  complete([back, ...more], { bench }) {
    if (more.length === 0) return [...choices(['--all']), ...exchangesBack(bench.log)];
    return back === '--all' && more.length === 1 ? filesFor(more[0]) : [];
  },
  async run({ words: [back, file], rest }, bench) {
    if (back === '--all')
      return wholeResult(bench.log, file === undefined ? undefined : rest.slice('--all'.length).trim());
    const { method, url, status, fault, ms, raw } = exchangeAt(bench.log, back);
    const headers = (all: Readonly<Record<string, string>> = {}) =>
      Object.entries(all).map(([name, value]) => `${name}: ${value}`);
    const ending = status === undefined ? `no answer: ${fault ?? 'unknown'}` : `${status}`;
    return new Sheet([
      { title: `${method} ${url}` },
      { lines: [...headers(raw?.request.headers), ...bodyLines(raw?.request.body)] },
      { title: `${ending} · ${Math.round(ms)} ms` },
      { lines: [...headers(raw?.response?.headers), ...bodyLines(raw?.response?.body)] },
    ] satisfies SheetPart[]);
  },
};

/** The last thing that was shown, all of it. */
async function wholeResult({ events }: SessionLog, file: string | undefined): Promise<unknown> {
  const shown = events.findLast(
    (event) => event.kind === 'output' && event.value !== undefined && !(event.value instanceof Whole),
  );
  if (shown?.kind !== 'output') throw new TypeError('there is no result yet');
  if (file === undefined) return new Whole(shown.value);
  const text = file.endsWith('.json') ? asJson(shown.value) : showText(new Whole(shown.value), { columns: 120 });
  await writeFile(resolve(file), `${text}\n`, { flag: 'wx' }).catch((error: NodeJS.ErrnoException) => {
    throw new TypeError(
      error.code === 'EEXIST'
        ? `${file} exists already; choose another name`
        : `${file} cannot be written: ${error.message}`,
    );
  });
  return `The last result is in ${file}.`;
}

/** JSON in lines that can be read. */
function bodyLines(body = ''): string[] {
  if (body === '') return [];
  let text = body;
  try {
    text = JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    // Not JSON, or cut short: as it came.
  }
  return ['', ...text.split('\n')];
}
