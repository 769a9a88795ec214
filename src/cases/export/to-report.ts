import { type CassetteDocument, type CassetteEntry, type RecordedBody, textOf } from '../../cassette/index.js';
import { readErrorBody } from '../../client/index.js';
import { counted, fileInShell, plainLine, plainText } from '../../util/index.js';
import { bodyJson } from '../body-json.js';
import { exchangesIn, isFailed } from '../explain/exchange.js';
import type { Exporter } from './exporter.js';
import { liveMarkdown } from './gate/markdown-gate.js';

/** Writes a report for a ticket in Markdown. */
export const report: Exporter = {
  name: 'report',
  summary: 'a report for a ticket, in Markdown',
  extension: '.md',
  problem(text) {
    const live = liveMarkdown(text);
    return live === undefined ? undefined : `it has markup: ${plainLine(live, 100)}`;
  },
  write({ header, documents }, { analysis, file = 'case.yaml' }) {
    const notes = analysis?.notes ?? [];
    const name = fileInShell(file);
    const exchanges = exchangesIn(documents);
    const entries = exchanges.map(({ entry }) => entry);
    const failed = exchanges.filter((one) => isFailed(one) && !isOpen(one.entry));
    const last = failed.at(-1)?.entry;
    const open = entries.filter(isOpen);
    const hosts = [...new Set(entries.map(({ request }) => new URL(request.url).host))];
    const environment = [
      `Origin of the recording: ${header.origin}`,
      `Recorded with: ${header.tool}`,
      ...(header.recorded_at === undefined ? [] : [`Recorded at: ${header.recorded_at}`]),
      `Hosts: ${hosts.join(', ') || 'none'}`,
      `Redaction: ${header.redaction}`,
    ];
    return `${[
      '# Report',
      '## Summary',
      `${countsOf(entries.length, failed.length, open.length)}${last ? ` The last failure: ${inLine(titleOf(last))} → ${endingOf(last)}${messageOf(last)}` : ''}`,
      '## Environment',
      environment.map((line) => `- ${inLine(line)}`).join('\n'),
      '## Timeline',
      timeline(documents),
      '## The failing exchange',
      last ? exchange(last) : open[0] ? exchange(open[0]) : 'No request failed.',
      ...(analysis?.answers?.length ? [answersOf(analysis.answers)] : []),
      ...(notes.length > 0 ? [notes.map((note) => `- ${inLine(note)}`).join('\n')] : []),
      '## Cause',
      analysis?.cause ?? 'Unknown.',
      '## Fix',
      analysis?.fix ?? 'Unknown.',
      '## How to run it',
      fenced(
        `patchbay replay ${name}\npatchbay explain ${name}\npatchbay export ${name} --to test -o case.test.ts\nnpx vitest run case.test.ts`,
        'sh',
      ),
    ].join('\n\n')}\n`;
  },
};

const isOpen = ({ response, fault }: CassetteEntry) => response === undefined && fault === undefined;

/** Requests without a response did not fail, but they did not succeed either. */
const countsOf = (all: number, failed: number, open: number): string =>
  `${counted(all, 'request')}${failed > 0 || open === 0 ? `, ${failed} failed` : ''}${open > 0 ? `, ${open} without a response` : ''}.`;

const answersOf = (answers: readonly string[]) =>
  `The recording has no response to ${counted(answers.length, 'request')}. The sandbox answers:\n\n${answers.map((line) => `- ${line}`).join('\n')}`;

const titleOf = ({ op, request: { method, url } }: CassetteEntry) => op ?? `${method} ${new URL(url).pathname}`;
const endingOf = ({ response, fault }: CassetteEntry) => `${fault ?? response?.status ?? 'no response'}`;

function messageOf({ response }: CassetteEntry): string {
  const [error] = readErrorBody(response?.body && bodyJson(textOf(response.body))).errors;
  return error ? `: ${inLine(error.message.slice(0, 200))}` : '.';
}

function timeline(documents: readonly CassetteDocument[]): string {
  const rows = documents.flatMap((document) => {
    if (document.kind !== 'http' && document.kind !== 'webhook') return [];
    const entry = document as CassetteEntry;
    const { method, url } = entry.request;
    const what = 'event' in document ? `webhook ${String(document.event)}` : (entry.op ?? '');
    const { pathname, host } = new URL(url);
    return [
      [
        `${method} ${'event' in document ? host : ''}${pathname}`,
        what,
        endingOf(entry),
        entry.ms === undefined ? 'not known' : `${entry.ms} ms`,
      ],
    ];
  });
  const lines = rows.map((cells, i) => `| ${[`${i + 1}`, ...cells].map(inLine).join(' | ')} |`);
  return ['| # | Request | Operation | Result | Time |', '| --- | --- | --- | --- | --- |', ...lines].join('\n');
}

function exchange(entry: CassetteEntry): string {
  const { request, response } = entry;
  return [
    'Request:',
    fenced(`${request.method} ${request.url}${bodyLines(request.body)}`, 'http'),
    `Response: ${endingOf(entry)}`,
    ...(response?.body ? [fenced(bodyLines(response.body).trim(), 'json')] : []),
  ].join('\n\n');
}

const MAX_CHARACTERS = 20_000;

function bodyLines(body: RecordedBody | undefined): string {
  if (body === undefined) return '';
  if ('base64' in body) return `\n\n[${Buffer.from(body.base64, 'base64').length} bytes that are not text]`;
  const value = 'json' in body ? body.json : bodyJson(textOf(body));
  const text = value === undefined ? textOf(body) : JSON.stringify(value, null, 2);
  return `\n\n${text.length > MAX_CHARACTERS ? `${text.slice(0, MAX_CHARACTERS)}\n… ${text.length - MAX_CHARACTERS} more characters` : text}`;
}

/** The fence is longer than any in the text, so that a body cannot end it. */
export function fenced(text: string, language: string): string {
  const fence = '`'.repeat(Math.max(2, ...(text.match(/`{3,}/g) ?? []).map((run) => run.length)) + 1);
  return `${fence}${language}\n${text}\n${fence}`;
}

/**
 * Text of a recording in a line of Markdown. Nothing in it is markup, addresses do not become links, and names do not become
 * mentions: a zero-width space after the sign, because some sites ignore a backslash before it.
 */
export const inLine = (text: string) =>
  plainText(text, Number.MAX_SAFE_INTEGER)
    .replace(/\s+/g, ' ')
    .replace(/[\\`*_<>[\]#|&~]|:(?=\S)|(?<=www)\./gi, '\\$&')
    .replace(/(?<!\w)@(?=\w)/g, '@\u200b');
