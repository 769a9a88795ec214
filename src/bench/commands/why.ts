import { explainError, ownValue } from '../../assist/index.js';
import { PlatformRestError } from '../../client/index.js';
import type { Sandbox } from '../../sandbox/index.js';
import { Sheet } from '../../show/index.js';
import { Mistake, type SheetPart } from '../../util/index.js';
import type { Bench } from '../bench.js';
import { type SessionCase, sessionCase } from '../session/session-case.js';
import { type Exchange, isFailedByFault, type SessionEvent } from '../session/session-log.js';
import type { Command } from './arguments/command.js';
import { exchangeAt, exchangesBack, NOT_KEPT } from './arguments/exchange-at.js';

function isFault(error: unknown, { mode, globals }: Bench): boolean {
  if (!(error instanceof PlatformRestError) || mode.kind === 'live') return false;
  const { pathname } = new URL(error.url);
  const request = (globals.sandbox as Sandbox).journal.findLast(
    ({ method, path, operation }) =>
      operation === error.operation && method === error.method && path.startsWith(pathname),
  );
  return request?.fault !== null && request?.fault !== undefined;
}

export const why: Command = {
  name: '.why',
  group: 'requests',
  maxWords: 1,
  takes: '[N]',
  help: 'Explain the last error or a request, and what to do',
  forms: [
    ['', 'Explain the last error'],
    ['N', 'Explain request N: its cause, and a call that works. 1 is the last request'],
  ],
  complete: (words, { bench }) => (words.length <= 1 ? exchangesBack(bench.log) : []),
  async run({ words: [back] }, bench) {
    if (back !== undefined) return whyRequest(exchangeAt(bench.log, back), bench);
    const failed = bench.log.events.findLast(isFailure);
    if (failed === undefined) return withoutErrors(bench);
    const earlier = inputBefore(failed.input, bench);
    if (failed.kind === 'output')
      return new Sheet([
        ...earlier,
        { title: 'The call had problems' },
        { lines: problemsOf(failed.value) },
        'Type .story to see each step of the call.',
      ]);
    const { error } = failed;
    const fault = isFault(error, bench);
    const parts = explainError(error, { advice: bench.adviceOn(error), isFault: fault });
    return new Sheet([...earlier, ...parts, ...(fault ? [] : await trapOf(error, bench))]);
  },
};

type Failure = Extract<SessionEvent, { kind: 'error' | 'output' }>;

/** A call that ran with problems is a result, but it is what the user asks about. */
const isFailure = (event: SessionEvent): event is Failure =>
  event.kind === 'error' || (event.kind === 'output' && problemsOf(event.value).length > 0);

/** The problems of a simulated call. Runs no code of the user. */
function problemsOf(value: unknown): readonly string[] {
  if (!['number', 'route', 'steps'].every((name) => ownValue(value, name) !== undefined)) return [];
  const problems = ownValue(value, 'problems');
  return Array.isArray(problems) ? problems.filter((one): one is string => typeof one === 'string') : [];
}

/** Names the input that failed, if others ran after it. */
function inputBefore(number: number, { log }: Bench): string[] {
  const inputs = log.events.flatMap((event) => (event.kind === 'input' ? [event] : []));
  const index = inputs.findIndex(({ input }) => input === number);
  const [own, ...later] = index < 0 ? [] : inputs.slice(index);
  // The last input is .why itself.
  if (own === undefined || later.length <= 1) return [];
  const line = own.source.trim().split('\n', 1)[0] ?? '';
  return [`Input ${number}: ${line.length > MAX_SOURCE ? `${line.slice(0, MAX_SOURCE)}…` : line}`];
}

const MAX_SOURCE = 60;

/** Explains one request of the session with the other requests, which can be its cause. */
async function whyRequest(exchange: Exchange, bench: Bench): Promise<Sheet> {
  if (isFailedByFault(exchange))
    return new Sheet([
      { pairs: [['cause', `a fault that was added to the sandbox: ${exchange.injected}`]] },
      'The request is not the cause. Type `.sandbox faults` to list the faults, or `.sandbox faults clear` to remove them.',
    ]);
  const { numberOf, documents } = await sessionCase(bench.log);
  const number = numberOf(exchange);
  if (number === undefined) throw new Mistake(NOT_KEPT);
  const { explanationSheet } = await import('../../cases/index.js');
  const explanation = await explained(bench, documents, [number]);
  const isNumbered = [...explanation.failures, ...explanation.suspicious].some(({ cause }) =>
    /exchange \d/.test(cause),
  );
  return new Sheet([
    ...explanationSheet(explanation),
    ...(isNumbered ? [`This session has ${documents.length} exchanges. Exchange 1 is the oldest.`] : []),
  ]);
}

/** Calls are tried on the sandbox of the session, which has the ids of the session. */
async function explained(bench: Bench, documents: SessionCase['documents'], only?: readonly number[]) {
  const { explain } = await import('../../cases/index.js');
  const asIs = (code: string) => code;
  const trialSandbox = { newTrial: () => bench.newTrial(), toSandbox: asIs, toRecording: asIs };
  return explain({ documents }, { trialSandbox, ...(only && { only }) });
}

/** Returns the known trap that matches the request of an error. */
async function trapOf(error: unknown, bench: Bench): Promise<SheetPart[]> {
  if (!(error instanceof PlatformRestError)) return [];
  const failed = bench.log.events.findLast(
    (event) =>
      event.kind === 'http' &&
      !event.isLookup &&
      event.exchange.method === error.method &&
      (event.exchange.status ?? 0) === error.status,
  );
  const { numberOf, documents } = await sessionCase(bench.log);
  const number = failed?.kind === 'http' ? numberOf(failed.exchange) : undefined;
  if (number === undefined) return [];
  const { findingParts } = await import('../../cases/index.js');
  const [finding] = (await explained(bench, documents, [number])).failures;
  if (finding?.trap === undefined) return [];
  // The error above has the message of the response.
  const facts = finding.facts.filter((fact) => !fact.startsWith('the response: '));
  return [{ title: 'A known trap' }, ...findingParts({ ...finding, facts }).slice(1)];
}

async function withoutErrors(bench: Bench): Promise<string | Sheet> {
  const { documents } = await sessionCase(bench.log);
  const { findingParts } = await import('../../cases/index.js');
  const { suspicious } = await explained(bench, documents);
  return suspicious.length === 0
    ? NO_ERRORS
    : new Sheet([NO_ERRORS, 'These requests look suspicious:', ...suspicious.flatMap((one) => findingParts(one))]);
}

const NO_ERRORS = 'There are no errors yet.';
