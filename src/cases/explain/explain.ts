import { meaningOf } from '../../assist/index.js';
import type { Cassette } from '../../cassette/index.js';
import { counted, groupBy } from '../../util/index.js';
import type { Call } from '../call-of.js';
import { assertRecording } from '../call-of.js';
import { askForAnswers } from './asked.js';
import { CaseSandbox } from './case-sandbox.js';
import { type Correction, correctionFor, type TrialSandbox, tried } from './correct.js';
import { answeredWith, type Exchange, errorOf, exchangesIn, isDone, isFailed, textsIn } from './exchange.js';
import { fieldAtFault, hasNoBody } from './field-at-fault.js';
import { atMostLikely, headOf, joinedFacts, lineOf } from './finding-head.js';
import { hitsIn, type NamedHit } from './known-causes.js';
import { LaterSuccess } from './later-success.js';
import { Recovery } from './recovery.js';
import type { Level } from './traps/trap.js';
import { unreadTexts } from './unread-lines.js';
import { withoutOperation } from './without-operation.js';

/** Why a request failed, or why one that succeeded is suspicious, and what to send instead. */
export interface Finding {
  /** The number of the exchange, as `cassette show` prints it. */
  readonly exchange: number;
  readonly request: string;
  readonly operation?: string | undefined;
  /** The status, or 0 without a response. */
  readonly status: number;
  /** The recording has no response. The sandbox was asked, and gave this one. */
  readonly isAsked: boolean;
  /** The messages of the response, in its own words. */
  readonly server: readonly string[];
  /** How sure the cause is. Below `certain`, it is a guess. */
  readonly level: Level;
  /** The name of the known trap, if one matches. */
  readonly trap?: string;
  readonly field?: string;
  readonly cause: string;
  /** What the row and the specification say about it. */
  readonly facts: readonly string[];
  readonly correction?: Correction;
  /** What the program did about it with success. Undefined if the failure lasted. */
  readonly recovered?: string;
  /** How many later requests failed in the same way. */
  readonly repeated: number;
}

export interface Explanation {
  /** The number of exchanges that were explained. */
  readonly exchanges: number;
  readonly failed: number;
  readonly failures: readonly Finding[];
  /** The requests without a recorded response, with the status that the sandbox gave. */
  readonly asked: readonly Pick<Finding, 'exchange' | 'request' | 'operation' | 'status'>[];
  /** Requests that succeeded, but that a known trap matches. They can be the cause of what came later. */
  readonly suspicious: readonly Finding[];
  /** What an import did not read, although it looks like a failure. With any text here, the explanation is incomplete. */
  readonly unread: readonly string[];
  /** What the sandbox of the trials could not be populated with. */
  readonly notes: readonly string[];
}

export interface ExplainProgress {
  readonly done: number;
  readonly exchanges: number;
}

export interface ExplainOptions {
  /** The numbers of the exchanges to explain. The default is all. */
  readonly only?: readonly number[];
  /** Receives the number of exchanges that are done, during a long explanation. */
  onProgress?(progress: ExplainProgress): void;
  /** @internal Where corrections are tried. The default is a sandbox that follows the requests of the recording. */
  readonly trialSandbox?: TrialSandbox;
}

/** Explains each failed exchange of a recording. Sends nothing to other machines. */
export async function explain(
  recording: Pick<Cassette, 'documents'>,
  options: ExplainOptions = {},
): Promise<Explanation> {
  assertRecording(recording, 'explain(recording)');
  const { documents } = recording;
  const { only, trialSandbox, onProgress } = options;
  const sandbox = new CaseSandbox(documents);
  const all = exchangesIn(documents);
  const { exchanges, undecided, left } = await askForAnswers(all, documents);
  const hits = groupBy(hitsIn(exchanges, documents), ({ hit }) => hit.at);
  const isWanted = ({ number }: Exchange) => only?.includes(number) ?? true;
  const known = new KnownIds();
  const later = new LaterSuccess(exchanges);
  const recovery = new Recovery(exchanges, later);
  const failures = new Map<string, Finding>();
  const suspicious: Finding[] = [];
  const others = new Set<string>();
  const maxTried = Math.max(MIN_TRIED, Math.floor(MAX_COPIED / (exchanges.length + 1)));
  for (const [done, exchange] of exchanges.entries()) {
    if (done > 0 && done % PROGRESS_STEP === 0) onProgress?.({ done, exchanges: exchanges.length });
    const own = hits.get(exchange) ?? [];
    const isTried = failures.size + suspicious.length < maxTried;
    const at = {
      ...{ exchange, hits: own, known, isTried, trialSandbox: trialSandbox ?? sandbox },
      ...(!trialSandbox && { sandbox }),
    };
    if (isFailed(exchange) && isWanted(exchange)) {
      const recovered = recovery.of(exchange);
      const key = `${sameFailure(exchange)} ${recovered === undefined}`;
      const found = failures.get(key);
      if (found) failures.set(key, { ...found, repeated: found.repeated + 1 });
      else if (failures.size < MAX_FAILURES) {
        if (at.isTried) await sandbox.catchUp();
        // What the program put right needs no correction.
        const finding = await failureOf({ ...at, isTried: at.isTried && recovered === undefined });
        const isOver = recovered !== undefined && finding.trap === undefined;
        failures.set(key, {
          ...atMostLikely(finding, exchange),
          ...(recovered !== undefined && { recovered }),
          // Without a trap, the facts are guesses about a failure that lasted.
          facts: [...joinedFacts(exchange), ...(isOver ? [] : [...later.notes(exchange), ...finding.facts])],
        });
      } else others.add(key);
    } else if (isWanted(exchange) && suspicious.length < MAX_SUSPICIOUS && own.length > 0) {
      if (at.isTried) await sandbox.catchUp();
      for (const one of own) suspicious.push(await findingOf(at, one));
    }
    known.learn(exchange);
    if (!trialSandbox) sandbox.follow(exchange);
  }
  // A case can have the callbacks only, so that no request named their address.
  for (const [exchange, own] of hits)
    if (exchange.index < 0 && isWanted(exchange) && suspicious.length < MAX_SUSPICIOUS)
      for (const one of own)
        suspicious.push(
          await findingOf({ exchange, hits: own, known, isTried: false, trialSandbox: trialSandbox ?? sandbox }, one),
        );
  return {
    exchanges: [...exchanges, ...undecided].filter(isWanted).length,
    failed: exchanges.filter((one) => isFailed(one) && isWanted(one)).length,
    failures: [...failures.values()],
    asked: exchanges.filter((one) => wasAsked(one) && isWanted(one)).map(lineOf),
    suspicious,
    unread: unreadTexts(documents),
    notes: [
      ...(left > 0 ? [unaskedNote(left)] : []),
      ...undecided.filter(isWanted).slice(0, MAX_UNDECIDED).map(undecidedNote),
      ...(others.size > 0 ? [othersNote(others.size)] : []),
      ...(failures.size + suspicious.length > maxTried ? [untriedNote(maxTried)] : []),
      ...(trialSandbox ? [] : sandbox.notes),
    ],
  };
}

const PROGRESS_STEP = 100;
const MAX_SUSPICIOUS = 20;
/** Each needs trials on copies of the sandbox, and no one reads more of them. */
const MAX_FAILURES = 50;

/** Each trial copies a sandbox, which is as large as the recording. In exchanges. */
const MAX_COPIED = 20_000;
const MIN_TRIED = 3;

const unaskedNote = (count: number) => `${counted(count, 'other request')} without a response: not tried`;

const MAX_UNDECIDED = 10;
const undecidedNote = ({ number, call }: Exchange) =>
  `whether request ${number}, ${call?.operation}, fails is not known: it names resources that the recording does not show`;

const untriedNote = (count: number) =>
  `the recording is long, so only the first ${counted(count, 'finding')} have a correction. To correct another one, add the number of its request`;

const othersNote = (count: number) =>
  `${counted(count, 'other failure')} ${count === 1 ? 'is' : 'are'} not explained. To explain one, add the number of its request`;

/** The ids that the responses of a case had so far. */
class KnownIds {
  readonly #ids = new Set<string>();
  readonly has = (id: string): boolean => this.#ids.has(id);
  learn(exchange: Exchange): void {
    if (isDone(exchange)) for (const { text } of textsIn(exchange.answer)) this.#ids.add(text);
  }
}

const sameFailure = ({ entry, call, status, answer, url, number }: Exchange): string =>
  call === undefined
    ? `${entry.request.method} ${url.host}${url.pathname} ${status}`
    : JSON.stringify([call.operation, status, entry.fault, answer, status === 0 ? number : 0]);

interface FailureContext {
  readonly exchange: Exchange;
  readonly hits: readonly NamedHit[];
  readonly trialSandbox: TrialSandbox;
  readonly known: KnownIds;
  /** Whether a copy of the sandbox is asked. Of a long recording, only the first findings are tried. */
  readonly isTried: boolean;
  /** Follows the case. Undefined if another sandbox tries the corrections. */
  readonly sandbox?: CaseSandbox;
}

/** The first trap gives the cause. The facts of the row follow in any case. */
async function failureOf(place: FailureContext): Promise<Finding> {
  const { exchange, hits, trialSandbox, known, sandbox, isTried } = place;
  const { call } = exchange;
  const [hit] = hits;
  if (!call) return hit ? findingOf(place, hit) : withoutOperation(exchange);
  const recorded = errorOf(exchange);
  const own = fieldAtFault(exchange, call, recorded, known.has);
  const named =
    isTried && own.field === undefined && hit?.hit.field === undefined
      ? await fieldNamedBy(sandbox, place, call)
      : undefined;
  const error = named?.error ?? recorded;
  const { field, facts } = named ? { field: named.field, facts: [...named.facts, ...own.facts] } : own;
  const { cause, checked } = own;
  const level = named || (wasAsked(exchange) && own.level === 'certain') ? 'likely' : own.level;
  if (hit) {
    const found = await findingOf(place, hit);
    // The fields of a body that cannot be read are not known.
    const isRead = hit.trap !== 'body-encoding';
    const at = found.field ?? (isRead ? field : undefined);
    return {
      ...found,
      level: wasAsked(exchange) && found.level === 'certain' ? 'likely' : found.level,
      ...(at !== undefined && { field: at }),
      facts: [
        ...found.facts,
        ...(isRead ? facts : facts.slice(0, 1)).filter((fact) => fact !== meaningOf(error)),
        ...hits.slice(1).map((one) => `another possible cause: ${one.hit.cause}`),
      ],
    };
  }
  const isCorrectable =
    isTried &&
    !(wasAsked(exchange) && hasNoBody(exchange)) &&
    [400, 404, 409, 422].includes(exchange.status) &&
    !isOfAccount(recorded) &&
    !isBuying(call.operation);
  // The error of the client's own check is more exact, but the one of the platform can name another field.
  const correction = isCorrectable
    ? ((checked && (await correctionFor(call, checked, trialSandbox))) ??
      (await correctionFor(call, error, trialSandbox)))
    : undefined;
  return {
    ...headOf(exchange),
    level,
    ...(field !== undefined && { field }),
    cause,
    facts: isBuying(call.operation) ? [...facts, COSTS_MONEY] : facts,
    ...(correction && { correction }),
    repeated: 0,
  };
}

/** No call repairs the balance of the account, the network of a carrier or the permissions of a token. */
const isOfAccount = ({ code, errors }: ReturnType<typeof errorOf>): boolean =>
  ACCOUNT.test(code ?? '') || errors.some(({ message }) => /insufficient|balance|too recently/i.test(message));
const ACCOUNT = /balance|not_routable|funds|billing|rate_limit|^30\d{3}$|^21(?:408|610|614)$/;

/** Patchbay suggests nothing that costs money if the user runs it. */
const isBuying = (operation: string) => /\.(?:purchase|import_number)$|orders\.create$/.test(operation);

const COSTS_MONEY = 'no corrected call is shown, because this request costs money';

/** If a 422 names no field, a copy of the sandbox gets the same request, and can name one. */
async function fieldNamedBy(sandbox: CaseSandbox | undefined, { exchange, known }: FailureContext, call: Call) {
  if (!sandbox || exchange.status !== 422 || wasAsked(exchange) || hasNoBody(exchange)) return undefined;
  const answered = answeredWith(exchange, await sandbox.askCopy(exchange));
  if (answered.status !== 422) return undefined;
  const error = errorOf(answered);
  const { field, cause, facts } = fieldAtFault(answered, call, error, known.has);
  return field === undefined
    ? undefined
    : { error, field, facts: [`the sandbox named ${field} for the same request: ${cause}`, ...facts] };
}

async function findingOf(
  { exchange, trialSandbox, isTried }: FailureContext,
  { trap, hit }: NamedHit,
): Promise<Finding> {
  const { field, cause, facts = [], fix, level } = hit;
  const correction = fix && isTried && !isBuying(fix.operation) ? await tried(fix, trialSandbox) : undefined;
  const head = headOf(exchange);
  const operation = head.operation ?? fix?.operation;
  return {
    ...head,
    ...(operation !== undefined && { operation }),
    ...(hit.webhook && { ...hit.webhook, operation: undefined }),
    ...(hit.recovered !== undefined && { recovered: hit.recovered }),
    level,
    trap,
    ...(field !== undefined && { field }),
    cause,
    facts,
    ...(correction && { correction }),
    repeated: 0,
  };
}

const wasAsked = ({ entry }: Exchange) => entry.unanswered === true && entry.response !== undefined;
