import { asJson, firstLines, Sheet, showText, Whole } from '../../show/index.js';
import { jsonOf, Mistake, nearest } from '../../util/index.js';
import { filesFor } from '../assist/file-suggestions.js';
import { lastResult } from '../session/result.js';
import type { Exchange, SessionLog } from '../session/session-log.js';
import { type Command, choices } from './arguments/command.js';
import { exchangeAt, exchangesBack, NOT_KEPT } from './arguments/exchange-at.js';
import { writeNewFile } from './arguments/write-file.js';

export const last: Command = {
  name: '.last',
  group: 'requests',
  takes: '[N] [FILE] | --all [FILE]',
  help: 'Show the last request and its response, or write them to a file',
  forms: [
    ['[N] [FILE]', 'Show request N and its response, or write them to a file (.json: as JSON). 1 is the last request'],
    ['--all [FILE]', 'Show the last result in full, or write it to a file (.json: as JSON)'],
  ],
  complete([first = '', ...more], { bench }) {
    if (more.length > 0) return more.length === 1 && /^(?:--all|\d+)$/.test(first) ? filesFor(more[0]) : [];
    return /[/.]/.test(first) ? filesFor(first) : [...choices(['--all']), ...exchangesBack(bench.log)];
  },
  async run({ words: [first = ''], rest }, { log, knownSecrets }) {
    const isCount = /^\d+$/.test(first);
    const file = first === '--all' || isCount ? rest.slice(first.length).trim() : rest;
    if (first === '--all') return file === '' ? wholeResult(log) : writeResult(log, file, knownSecrets.text);
    if (!isCount && first !== '' && !LIKE_FILE.test(first)) throw new Mistake(notFile(first));
    const exchange = exchangeAt(log, isCount ? first : undefined);
    return file === '' ? exchangeSheet(exchange, isCount ? first : '1') : writeExchange(exchange, file);
  },
};

/** A word that was mistyped does not look like a file, so it creates none. */
const LIKE_FILE = /^(?!-).*[./\\]/;
const notFile = (word: string) =>
  /^-?\d+$/.test(word)
    ? `${word} is not the number of a request. 1 is the last request`
    : `${word} is not the number of a request and does not look like a file. ${nearest(word, ['--all']) ? 'Did you mean --all?' : `To write a file, add a folder or an ending: ./${word.replace(/^-+/, '')}`}`;

/** A longer result is written to a file only. */
const MAX_LINES = 5000;
const MAX_CHARACTERS = 1_000_000;

function wholeResult(log: SessionLog): Whole {
  const result = lastResult(log);
  const { length, lines } = sizeOf(showText(new Whole(result), { columns: 120 }));
  if (length <= MAX_CHARACTERS && lines <= MAX_LINES) return new Whole(result);
  throw new Mistake(
    `the last result is too long for the screen: ${lines.toLocaleString('en')} lines, ${length.toLocaleString('en')} characters. Write it to a file: .last --all FILE`,
  );
}

async function writeResult(log: SessionLog, file: string, redact: (text: string) => string): Promise<string> {
  const result = lastResult(log);
  const otherwise = 'use a file name that ends in .json';
  const text = isJson(file) ? asJson(result) : showText(new Whole(result), { columns: 120, otherwise });
  await writeNewFile(file, `${redact(text)}\n`);
  return `The last result was written to ${file}.`;
}

const BODY_LINES = 60;
const BODY_CHARACTERS = 20_000;

function exchangeSheet(exchange: Exchange, back: string): Sheet {
  const { method, url, ms, raw } = exchange;
  const part = ({ headers, body }: { headers: Readonly<Record<string, string>>; body: string }) => [
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    ...bodyLines(body, back),
  ];
  return new Sheet([
    { title: `${method} ${url}` },
    { lines: raw ? part(raw.request) : [NOT_KEPT] },
    { title: `${statusOf(exchange)} · ${Math.round(ms)} ms` },
    { lines: raw?.response ? part(raw.response) : [] },
  ]);
}

async function writeExchange(exchange: Exchange, file: string): Promise<string> {
  const { method, url, status, fault, ms, raw } = exchange;
  if (!raw) throw new Mistake(NOT_KEPT);
  const { request, response } = raw;
  const text = isJson(file)
    ? asJson({
        request: { method, url, headers: request.headers, body: fromJson(request.body) },
        ...(response && { response: { status, headers: response.headers, body: fromJson(response.body) } }),
        ...(fault !== undefined && { fault }),
        ms: Math.round(ms),
      })
    : [
        `${method} ${url}`,
        ...messageLines(request),
        '',
        statusOf(exchange),
        ...(response ? messageLines(response) : []),
      ].join('\n');
  await writeNewFile(file, `${text}\n`);
  return `The request and its response were written to ${file}.`;
}

const messageLines = ({ headers, body }: { headers: Readonly<Record<string, string>>; body: string }) => [
  ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
  ...(body === '' ? [] : ['', body]),
];

const statusOf = ({ status, fault }: Exchange) =>
  status === undefined ? `no response: ${fault ?? 'unknown'}` : `${status}`;

function bodyLines(body: string, back: string): string[] {
  if (body === '') return [];
  const parsed = fromJson(body);
  const text = typeof parsed === 'string' ? body : JSON.stringify(parsed, null, 2);
  const { text: start } = firstLines(text.slice(0, BODY_CHARACTERS), BODY_LINES);
  const left = text.length - start.length;
  return [
    '',
    ...start.split('\n'),
    ...(left > 0 ? [`… ${left.toLocaleString('en')} more characters. Write all to a file: .last ${back} FILE`] : []),
  ];
}

const isJson = (file: string) => file.toLowerCase().endsWith('.json');

/** Parses a JSON body. Returns any other body as it is, and undefined for an empty one. */
function fromJson(body: string): unknown {
  const parsed = jsonOf(body);
  return parsed === undefined && body !== '' ? body : parsed;
}

function sizeOf(text: string): { length: number; lines: number } {
  return { length: text.length, lines: firstLines(text, 1).more + 1 };
}
