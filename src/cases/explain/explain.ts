import type { Cassette } from '../../cassette/index.js';
import { counted, groupBy } from '../../util/index.js';
import { assertRecording } from '../call-of.js';
import { askForAnswers } from './asked.js';
import { CaseSandbox } from './case-sandbox.js';
import type { Correction, TrialSandbox } from './correct.js';
import { type Exchange, exchangesIn, isFailed } from './exchange.js';
import { failureOf, findingOf, KnownIds, wasAsked } from './failure-of.js';
import { atMostLikely, joinedFacts, lineOf } from './finding-head.js';
import { hitsIn } from './known-causes.js';
import { LaterSuccess } from './later-success.js';
import { Recovery } from './recovery.js';
import { withSent } from './sent-value.js';
import { SuspiciousFindings } from './suspicious-findings.js';
import { unansweredWebhooks } from './traps/callbacks.js';
import type { Level } from './traps/trap.js';
import { unreadTexts } from './unread-lines.js';

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
  /** What the request has in the field, as JSON. Undefined if that is not known. */
  readonly sent?: string;
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
  /** The number of requests and webhooks whose response the recording does not have. */
  readonly unanswered: number;
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
  const suspicious = new SuspiciousFindings();
  const others = new Set<string>();
  const maxTried = Math.max(MIN_TRIED, Math.floor(MAX_COPIED / (exchanges.length + 1)));
  for (const [done, exchange] of exchanges.entries()) {
    if (done > 0 && done % PROGRESS_STEP === 0) onProgress?.({ done, exchanges: exchanges.length });
    const own = hits.get(exchange) ?? [];
    const isTried = failures.size + suspicious.size < maxTried;
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
          ...withSent(atMostLikely(finding, exchange), exchange),
          ...(recovered !== undefined && { recovered }),
          // Without a trap, the facts are guesses about a failure that lasted.
          facts: [...joinedFacts(exchange), ...(isOver ? [] : [...later.notes(exchange), ...finding.facts])],
        });
      } else others.add(key);
    } else if (isWanted(exchange) && own.length > 0) {
      if (at.isTried) await sandbox.catchUp();
      for (const one of own) await suspicious.add(one, async () => withSent(await findingOf(at, one), exchange));
    }
    known.learn(exchange);
    if (!trialSandbox) sandbox.follow(exchange);
  }
  // A case can have the callbacks only, so that no request named their address.
  for (const [exchange, own] of hits)
    if (exchange.index < 0 && isWanted(exchange)) {
      const context = { exchange, hits: own, known, isTried: false, trialSandbox: trialSandbox ?? sandbox };
      for (const one of own) await suspicious.add(one, () => findingOf(context, one));
    }
  return {
    exchanges: [...exchanges, ...undecided].filter(isWanted).length,
    failed: exchanges.filter((one) => isFailed(one) && isWanted(one)).length,
    failures: [...failures.values()],
    asked: exchanges.filter((one) => wasAsked(one) && isWanted(one)).map(lineOf),
    suspicious: suspicious.all(),
    unread: unreadTexts(documents),
    unanswered: documents.filter((one) => 'unanswered' in one && one.unanswered === true).length,
    notes: [
      ...(left > 0 ? [unaskedNote(left)] : []),
      ...undecided.filter(isWanted).slice(0, MAX_UNDECIDED).map(undecidedNote),
      ...(others.size > 0 ? [othersNote(others.size)] : []),
      ...suspicious.notes(),
      ...unansweredWebhooks(documents),
      ...(failures.size + suspicious.size > maxTried ? [untriedNote(maxTried)] : []),
      ...(trialSandbox ? [] : sandbox.notes),
    ],
  };
}

const PROGRESS_STEP = 100;
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

/** A write without a response can have happened, so each one counts. */
const sameFailure = ({ entry, call, status, answer, url, number }: Exchange): string => {
  const { method } = entry.request;
  if (call === undefined) return `${method} ${url.host}${url.pathname} ${status}`;
  const read = method === 'GET' ? [url.href, entry.message] : number;
  return JSON.stringify([call.operation, status, entry.fault, answer, status === 0 ? read : 0]);
};
