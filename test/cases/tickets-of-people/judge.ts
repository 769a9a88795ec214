import { readdirSync, readFileSync } from 'node:fs';
import { explain, type Finding, importCase } from '../../../src/cases/index.js';

/** What a careful person reads in a ticket. It was written before the ticket was imported. */
export interface Judgement {
  readonly person: string;
  /**
   * `POST /api/relay/rest/queues 422`, `none` without a response, or `2xx` for a success whose status is not shown. A
   * request to a server of the user is `webhook POST ivr.example/voice 403`.
   */
  readonly requests: readonly string[];
  readonly failures: readonly {
    readonly operation: string | null;
    readonly status: number | null;
    readonly says: readonly string[];
  }[];
  /** Statements that the ticket does not support. */
  readonly never: readonly string[];
  /** What the report of the import must have. */
  readonly reports: readonly string[];
  /** Personal and secret values, in parts, so that no file has a whole token. `@@0@@` in the input is the first one. */
  readonly planted?: readonly (readonly string[])[];
}

export type Verdict = 'right' | 'vague' | 'lost' | 'wrong';

export interface Judged {
  readonly name: string;
  readonly verdict: Verdict;
  readonly reasons: readonly string[];
}

const FOLDER = new URL('./', import.meta.url);

export const ticketNames = (): string[] =>
  readdirSync(FOLDER)
    .filter((name) => /^\d+-/.test(name))
    .sort((one, other) => Number.parseInt(one, 10) - Number.parseInt(other, 10));

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(textsIn);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, one]) => (key === 'request' || key === 'trap' ? [] : textsIn(one)));
}

/** The helpers of a number, such as set_swml_webhook, are forms of phone_numbers.update. */
const plain = (operation: string | undefined) => operation?.replace(/^phone_numbers\.set_\w+$/, 'phone_numbers.update');

/** The words that an explanation quotes, of a server, a program or in a cause, and that the ticket does not have. */
function inventedWords(findings: readonly Finding[], inputs: ReturnType<typeof inputsOf>): string[] {
  const ticket = plainText(inputs.map(({ text }) => text).join('\n'));
  const quoted = findings.flatMap(({ server, cause, facts, isAsked }) => [
    ...(isAsked ? [] : server),
    ...[cause, ...facts].flatMap((one) => [...one.matchAll(/“([^”]+)”/g)].map(([, words = '']) => words)),
  ]);
  return quoted.filter((words) => !ticket.includes(plainText(words)));
}

/** Without the escapes of JSON and the marks of mail, because a quotation has neither. */
const plainText = (text: string): string =>
  text
    .replace(/\\+u([0-9a-f]{4})/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
    .replace(/\\+(["'/])/g, '$1')
    .replace(/\s+(?:>+\s+)?/g, ' ');

interface Failure {
  readonly operation: string | null;
  readonly status: number | null;
}

const fits = (finding: Finding, { operation, status }: Failure) =>
  (operation === null || plain(finding.operation) === operation) && (status === null || finding.status === status);

/** The elements of one list that the other does not have, each as often as it is missing. */
function without(list: readonly string[], other: readonly string[]): string[] {
  const rest = [...other];
  return list.filter((one) => {
    const index = rest.indexOf(one);
    if (index >= 0) rest.splice(index, 1);
    return index < 0;
  });
}

const address = (request: string) => request.replace(/ \S+$/, '');

export function judgementOf(name: string): Judgement {
  const judgement: Judgement = JSON.parse(readFileSync(new URL(`${name}/expect.json`, FOLDER), 'utf8'));
  return { ...judgement, requests: judgement.requests.map((one) => filled(one, judgement)) };
}

/** A text with the planted values in it. */
const filled = (text: string, { planted = [] }: Pick<Judgement, 'planted'>): string =>
  text.replace(/@@(\d)@@/g, (_, index: string) => planted[Number(index)]?.join('') ?? '');

/** The files of a ticket. */
export function inputsOf(name: string) {
  const judgement = judgementOf(name);
  const folder = new URL(`${name}/`, FOLDER);
  const inputs = readdirSync(folder).filter((file) => file.startsWith('input.'));
  return inputs.map((input) => {
    return { name: input, text: filled(readFileSync(new URL(input, folder), 'utf8'), judgement) };
  });
}

export function importedFrom(name: string, inputs = inputsOf(name)) {
  try {
    return importCase(inputs);
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

export async function judgeTicket(name: string, inputs = inputsOf(name)): Promise<Judged> {
  const expected = judgementOf(name);
  const imported = importedFrom(name, inputs);
  if (imported instanceof Error) return { name, verdict: 'lost', reasons: [imported.message.slice(0, 160)] };
  const found = imported.documents.flatMap((one) => {
    if (one.kind !== 'http' && one.kind !== 'webhook') return [];
    const { host, pathname, search } = new URL(one.request.url, 'https://host.invalid');
    const server = one.kind === 'webhook' ? `webhook ${one.request.method} ${host}` : `${one.request.method} `;
    const line = `${server}${pathname}${search}`;
    const status = one.response?.status ?? 'none';
    return expected.requests.includes(`${line} 2xx`) && /^2/.test(String(status)) ? `${line} 2xx` : `${line} ${status}`;
  });
  const missed = without(expected.requests, found);
  const extra = without(found, expected.requests);
  // A status that was not read is lost. Another status, method or path is a wrong fact.
  const unread = extra.filter((one) => / none$/.test(one) && missed.some((other) => address(other) === address(one)));
  const { failures, suspicious, notes } = await explain(imported);
  const findings = [...failures, ...suspicious];
  const text = [...textsIn(findings), ...notes].join('\n');
  const strays = findings.filter((one) => !expected.failures.some((failure) => fits(one, failure)));
  const wrong = [
    ...without(extra, unread).map((one) => `invents ${one}`),
    ...expected.never.filter((one) => new RegExp(one, 'i').test(text)).map((one) => `states /${one}/`),
    ...inventedWords(findings, inputs).map((words) => `quotes “${words}”`),
    ...strays.map(({ request, cause }) => `accuses ${request}: ${cause}`),
  ];
  const vague = [
    ...expected.failures.flatMap((failure) => {
      const said = textsIn(findings.filter((one) => fits(one, failure))).join('\n');
      if (said === '') return [`does not explain ${failure.operation} ${failure.status ?? ''}`];
      return failure.says.filter((one) => !new RegExp(one, 'i').test(said)).map((one) => `does not say /${one}/`);
    }),
    ...expected.reports
      .filter((one) => !imported.problems.some((problem) => new RegExp(one, 'i').test(problem)))
      .map((one) => `does not report /${one}/`),
  ];
  const lost = missed.map((one) => `loses ${one}`);
  const verdict = wrong.length > 0 ? 'wrong' : lost.length > 0 ? 'lost' : vague.length > 0 ? 'vague' : 'right';
  return { name, verdict, reasons: [...wrong, ...lost, ...vague] };
}
