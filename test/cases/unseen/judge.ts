import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { explain, type Finding, importCase } from '../../../src/cases/index.js';
import { openCassette } from '../../../src/cassette/index.js';

/** What a person who read only the public documents expects of a case. */
export interface Expected {
  readonly kind: string;
  readonly failing: boolean;
  readonly operation: string | null;
  /** The status of the exchange to explain, or null without a response. */
  readonly status: number | null;
  readonly server_words: readonly string[];
  readonly cause: string;
  readonly must_say: readonly string[];
  readonly must_not_say: readonly string[];
  /** The strongest level that the input supports. */
  readonly level: string;
  readonly correction: string | null;
  /** No call can repair it, so none may be offered. */
  readonly no_correction?: boolean;
  readonly requests: number;
  readonly webhooks?: number;
}

export type Verdict = 'right' | 'vague' | 'absent' | 'wrong';

export interface Judged {
  readonly name: string;
  readonly expected: Expected;
  readonly verdict: Verdict;
  readonly reasons: readonly string[];
  /** The causes that were given. */
  readonly given: readonly string[];
}

const FOLDER = new URL('./', import.meta.url);
const LEVELS = ['possible', 'likely', 'certain'];

export const caseNames = (): string[] =>
  readdirSync(FOLDER)
    .filter((name) => /^\d{3}-/.test(name))
    .sort();

function recordingOf(folder: URL) {
  const input = readdirSync(folder).find((name) => name.startsWith('input.')) ?? '';
  const file = new URL(input, folder);
  if (input.endsWith('.ndjson')) return openCassette(fileURLToPath(file));
  return importCase([{ name: input, text: readFileSync(file, 'utf8') }]);
}

/** All texts of a finding that a person reads. The line of the request and the identifier of a trap are not statements. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(textsIn);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, one]) => (key === 'request' || key === 'trap' ? [] : textsIn(one)));
}

const levelOf = (finding: object): string | undefined =>
  'level' in finding && typeof finding.level === 'string' ? finding.level : undefined;

/** The reference lists the helpers of a number, such as set_swml_webhook, as forms of phone_numbers.update. */
const plain = (operation: string | undefined) => operation?.replace(/^phone_numbers\.set_\w+$/, 'phone_numbers.update');

const fits = (finding: Finding, { operation, status }: Expected) =>
  (operation === null || plain(finding.operation) === operation) && (status === null || finding.status === status);

/** A failing case may have the same failure again in other requests. Any other finding accuses a request without reason. */
const strays = (findings: readonly Finding[], expected: Expected) =>
  expected.operation === null
    ? []
    : findings.filter((one) => !fits(one, expected) && one.status !== expected.status && one.isAsked);

/** The sentences that state something. One that says “may” is a guess and says so. */
const statements = (text: string) =>
  text
    .split(/(?<=[.;])\s+|\n/)
    .filter((one) => !/\b(may|might|could|perhaps|possibly)\b/i.test(one))
    .join('\n');

/** Which expectations the findings of a failing case miss. */
function missing(findings: readonly Finding[], text: string, expected: Expected): string[] {
  const { must_say, server_words, operation, status, correction } = expected;
  const wanted = findings.filter((finding) => fits(finding, expected));
  const codes = wanted.flatMap(({ correction }) => correction?.code ?? []);
  return [
    ...must_say.filter((one) => !new RegExp(one, 'i').test(text)).map((one) => `does not say /${one}/`),
    ...server_words.filter((one) => !text.includes(one)).map((one) => `does not quote “${one}”`),
    ...(wanted.length === 0
      ? [`has no finding for ${operation ?? 'the request'} ${status ?? 'without a response'}`]
      : []),
    ...(correction && !codes.some((code) => new RegExp(correction, 'i').test(code))
      ? [`has no correction like /${correction}/`]
      : []),
  ];
}

/** Statements that mislead: a wrong cause, or a guess that is said as a fact. */
function misleading(findings: readonly Finding[], text: string, expected: Expected): string[] {
  const { must_not_say, level, no_correction } = expected;
  const strongest = LEVELS.indexOf(level);
  const stated = statements(text);
  return [
    ...must_not_say
      .filter((one) => new RegExp(one, 'i').test(stated))
      .map((one) => `says /${one}/: “${new RegExp(one, 'i').exec(stated)?.[0]}”`),
    ...(expected.failing ? strays(findings, expected).map(({ request, cause }) => `accuses ${request}: ${cause}`) : []),
    ...(no_correction && findings.some((one) => one.correction) ? ['offers a correction where none can help'] : []),
    ...findings
      .flatMap((finding) => levelOf(finding) ?? [])
      .filter((one) => LEVELS.indexOf(one) > strongest)
      .map((one) => `says ${one} where the input supports ${level}`),
  ];
}

type Documents = ReturnType<typeof recordingOf>['documents'];

function counts(documents: Documents, { requests, webhooks }: Expected): string[] {
  const found = documents.filter((one) => one.kind === 'http' && one.request.method !== 'OPTIONS').length;
  const hooks = documents.filter(({ kind }) => kind === 'webhook').length;
  return [
    ...(found === requests ? [] : [`finds ${found} requests of ${requests}`]),
    ...(webhooks === undefined || hooks === webhooks ? [] : [`finds ${hooks} webhooks of ${webhooks}`]),
  ];
}

function verdictOf(
  expected: Expected,
  found: { findings: number; wrong: number; missed: readonly string[]; counted: number },
): Verdict {
  const { findings, wrong, missed, counted } = found;
  if (wrong > 0) return 'wrong';
  if (!expected.failing) return findings > 0 ? 'wrong' : counted > 0 ? 'vague' : 'right';
  const silent = findings === 0 || expected.must_say.every((one) => missed.includes(`does not say /${one}/`));
  if (silent) return 'absent';
  return missed.length + counted > 0 ? 'vague' : 'right';
}

export async function judge(name: string): Promise<Judged> {
  const folder = new URL(`${name}/`, FOLDER);
  const expected: Expected = JSON.parse(readFileSync(new URL('expect.json', folder), 'utf8'));
  let recording: ReturnType<typeof recordingOf>;
  try {
    recording = recordingOf(folder);
  } catch (error) {
    const reason = `cannot be imported: ${error instanceof Error ? error.message.slice(0, 120) : error}`;
    return { name, expected, verdict: 'absent', reasons: [reason], given: [] };
  }
  const { failures, suspicious, notes } = await explain(recording);
  const findings = [...failures, ...suspicious];
  const text = [...textsIn(findings), ...notes].join('\n');
  const wrong = misleading(findings, text, expected);
  const missed = expected.failing ? missing(findings, text, expected) : [];
  const counted = counts(recording.documents, expected);
  const unfounded = expected.failing ? [] : findings.map(({ request, cause }) => `accuses ${request}: ${cause}`);
  const found = { findings: findings.length, wrong: wrong.length, missed, counted: counted.length };
  return {
    name,
    expected,
    verdict: verdictOf(expected, found),
    reasons: [...wrong, ...unfounded, ...missed, ...counted],
    given: findings.map(({ cause }) => cause),
  };
}
