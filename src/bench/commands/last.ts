import { Sheet, type SheetPart } from '../../show/index.js';
import type { Command } from './command.js';
import { exchangeAt } from './exchange-at.js';

export const last: Command = {
  name: '.last',
  takes: '[N]',
  help: 'Show the last request and its answer as they were on the wire; `.last 2` the one before.',
  run({ words: [back] }, bench) {
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
