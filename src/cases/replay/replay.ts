import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Cassette, type CassetteEntry, exchangeNumbers, textOf } from '../../cassette/index.js';
import { TransportFault } from '../../http/index.js';
import { newSandbox, type Sandbox } from '../../sandbox/index.js';
import { exceeded, Mistake, SIZE_LIMITS } from '../../util/index.js';
import { assertRecording } from '../call-of.js';
import { links } from '../links/links.js';
import { operationIn, operationLookup } from '../operation-in.js';
import { type Answer, contentOf, type Difference, recordedDifferences } from './compare.js';
import { failingAsRecorded, wasRefused } from './recorded-failure.js';
import { isWebhook, RecordedServers, type ReplayedWebhook } from './recorded-servers.js';
import {
  isExchange,
  platformRequests,
  type ReplayTarget,
  type SentAgain,
  sendAgain,
  sentNotes,
  targetOf,
} from './send-again.js';
import { Substitution } from './substitute.js';
import { WebhookWait } from './webhook-wait.js';

export interface ReplayOptions {
  /** Default: a sandbox with the resources that the recording shows. */
  readonly target?: ReplayTarget;
  /**
   * A new sandbox with the resources of the recording, which the caller uses later and closes. After the replay, the
   * recording no longer answers for the servers. Not with `target`.
   */
  readonly sandbox?: Sandbox;
  /**
   * The number of the first exchange to compare and report. The requests before it are sent only for their effects on the
   * sandbox. Not with `target`: they would change the account of the user a second time.
   */
  readonly from?: number;
  /** False: the responses are not compared. */
  readonly compare?: boolean;
  /** Decides about each request before it is sent. `stop` leaves out this request and all later ones. */
  beforeRequest?(request: PlannedRequest): Promise<'go' | 'skip' | 'stop'>;
  /** Receives each request after its response. */
  onRequest?(request: ReplayedRequest): void;
  /** Receives each webhook after its recorded answer, and at the end those that did not come. */
  onWebhook?(webhook: ReplayedWebhook): void;
  readonly signal?: AbortSignal;
}

/** A request as it will be sent, with the ids of the new responses. */
export interface PlannedRequest {
  /** The number of the exchange, as `cassette show` prints it. */
  readonly exchange: number;
  readonly operation: string | undefined;
  readonly method: string;
  readonly url: URL;
  readonly body: string | undefined;
}

export interface ReplayedRequest {
  /** The position in the documents of the recording, from 0. */
  readonly index: number;
  /** The number of the exchange, as `cassette show` prints it. */
  readonly exchange: number;
  readonly operation: string | undefined;
  readonly method: string;
  readonly path: string;
  /**
   * `new`: the recording has no response to compare with. `recorded`: the sandbox does not fail as the recording does, so
   * the recorded failure was used.
   */
  readonly outcome: 'same' | 'different' | 'new' | 'recorded';
  readonly recorded: number | undefined;
  /** The status now, or the reason why there is no response. */
  readonly status: number | string;
  readonly differences: readonly Difference[];
  /** The new body, as JSON or text. */
  readonly body: unknown;
  /** Why the recorded failure was used. */
  readonly note?: string;
}

export interface ReplayReport {
  readonly requests: readonly ReplayedRequest[];
  /** The requests of the sandbox to servers of the user. The recording answers them. */
  readonly webhooks: readonly ReplayedWebhook[];
  /** The resources that the sandbox could not be populated with, and the parts that were not replayed. */
  readonly notes: readonly string[];
  /** Whether no request and no webhook differs. */
  readonly isSame: boolean;
}

/** Sends the requests of a recording again and compares the responses. It evaluates no recorded code. */
export async function replay(
  recording: Pick<Cassette, 'header' | 'documents'>,
  {
    target,
    sandbox: given,
    compare = true,
    from = 1,
    beforeRequest,
    onRequest,
    onWebhook = () => {},
    signal,
  }: ReplayOptions = {},
): Promise<ReplayReport> {
  assertRecording(recording, 'replay(recording)');
  const { documents } = recording;
  checkReplaySize(documents);
  const numbers = exchangeNumbers(documents);
  refuseStart(from, numbers.at(-1) ?? 0, target);
  const sandbox = target ? undefined : (given ?? newSandbox({ from: recording }));
  const to = target ?? targetOf(sandbox as NonNullable<typeof sandbox>);
  const substitution = new Substitution(links(documents));
  const servers = new RecordedServers(documents, substitution, {
    compare,
    onWebhook: (webhook) => void (isReported(webhook, from) && onWebhook(webhook)),
  });
  sandbox?.webhooks.answerBy(servers);
  const isSandbox = sandbox !== undefined;
  const operationOf = operationLookup();
  const isOwn = platformRequests(documents.filter(isExchange), operationOf);
  const wait = sandbox && new WebhookWait(sandbox, servers, documents);
  const requests: ReplayedRequest[] = [];
  // A request that was left out may be the cause of a webhook that does not come.
  let isWhole = true;
  try {
    for (const [index, document] of documents.entries()) {
      // A replay on a sandbox waits for nothing, so Ctrl-C would not arrive.
      if (signal && index % TURN === 0) await nextTurn();
      if (signal?.aborted) break;
      // Until a recorded webhook comes, the replay is at the entry before it.
      servers.position = isWebhook(document) ? index - 1 : index;
      if (isWebhook(document)) await wait?.until(index, document);
      if (!isExchange(document)) continue;
      const sending = { to, substitution, compare, isOwn, sandbox, numbers, operationOf };
      if ((numbers[index] ?? 0) < from) {
        await replayRequest(index, document, { ...sending, compare: false });
        if (!servers.isEmpty) await sandbox?.settled();
        continue;
      }
      const decision = await beforeRequest?.(
        planned(numbers[index] ?? 0, document, substitution.request(index, document, to.project)),
      );
      if (decision === 'skip' || decision === 'stop') isWhole = false;
      if (decision === 'stop') break;
      if (decision === 'skip') continue;
      const request = await replayRequest(index, document, sending);
      requests.push(request);
      onRequest?.(request);
      if (!servers.isEmpty) await sandbox?.settled();
    }
    if (sandbox && isWhole && !signal?.aborted) servers.finish();
  } finally {
    // The caller goes on with its own sandbox.
    if (given) given.webhooks.answerFrom(null);
    else await sandbox?.close();
  }
  const webhooks = servers.webhooks.filter((webhook) => isReported(webhook, from));
  return {
    requests,
    webhooks,
    notes: [
      ...(sandbox?.notes ?? []),
      ...(wait?.notes ?? []),
      ...servers.notes(isSandbox),
      ...requests.flatMap(({ exchange, note }) => (note === undefined ? [] : [`request ${exchange}: ${note}`])),
      ...(isSandbox ? [] : sentNotes(recording)),
    ],
    isSame: requests.every(({ outcome }) => outcome !== 'different') && webhooks.every(isExpected),
  };
}

/** Entries between two looks at the signal. */
const TURN = 100;

const isReported = ({ exchange }: ReplayedWebhook, from: number): boolean => exchange >= from;

/** Checked first: each request changes a sandbox, and a call runs its document. */
function checkReplaySize(documents: Cassette['documents']): void {
  const { max, unit } = SIZE_LIMITS.replayed;
  const count = documents.filter(({ kind }) => kind === 'http').length;
  if (count > max) throw exceeded('The recording', max, unit, SIZE_ADVICE, count);
}

const SIZE_ADVICE = 'Divide it into parts, such as the last 1,000 requests before the failure.';

function refuseStart(from: number, last: number, target: ReplayTarget | undefined): void {
  if (from === 1) return;
  if (target) throw new Mistake('a replay that starts later needs a sandbox: the requests before it are sent too');
  if (!Number.isInteger(from) || from < 1 || from > last)
    throw new Mistake(`a replay starts at an exchange of the recording, from 1 to ${last}`);
}

const isExpected = ({ outcome }: ReplayedWebhook): boolean => outcome === 'same' || outcome === 'new';

function planned(exchange: number, entry: CassetteEntry, { url, body }: ReturnType<Substitution['request']>) {
  const operation = entry.op ?? operationIn(entry);
  return { exchange, operation, method: entry.request.method, url, body: body && Buffer.from(body).toString() };
}

interface Sending {
  readonly to: ReplayTarget;
  readonly substitution: Substitution;
  readonly compare: boolean;
  readonly sandbox: Sandbox | undefined;
  readonly numbers: readonly number[];
  isOwn(entry: CassetteEntry): boolean;
  operationOf(entry: CassetteEntry): string | undefined;
}

async function replayRequest(index: number, entry: CassetteEntry, sending: Sending): Promise<ReplayedRequest> {
  const { to, substitution, compare, isOwn, sandbox, numbers, operationOf } = sending;
  const { response } = entry;
  const recorded: Answer | undefined = response && { status: response.status, body: contentOf(textOf(response.body)) };
  const transport = sandbox && wasRefused(recorded) ? sandbox.trial : to.transport;
  const { method, url, send } = sendAgain(index, entry, { to: { ...to, transport }, substitution });
  // In an account of the user, the recorded id could be that of another resource.
  const missing = sandbox ? [] : substitution.missing(index);
  const sent = async () =>
    missing.length > 0
      ? `not sent: it uses the response to request ${missing.map((source) => numbers[source]).join(' and ')}`
      : answerOf(send);
  const { answer, note } =
    recorded && !isOwn(entry)
      ? { answer: recorded }
      : sandbox
        ? await failingAsRecorded({ recorded, fault: entry.fault }, sent)
        : { answer: await sent() };
  if (typeof answer !== 'string' && note === undefined) {
    substitution.learn(index, answer.body);
    if (method !== 'GET') substitution.learnSame(recorded?.body, answer.body);
  }
  const changed =
    !compare || !recorded
      ? []
      : typeof answer === 'string'
        ? [{ at: 'status', recorded: recorded.status, now: answer }]
        : recordedDifferences(recorded, answer, (text) => substitution.text(text));
  const outcome = note !== undefined ? 'recorded' : recorded ? (changed.length > 0 ? 'different' : 'same') : 'new';
  return {
    index,
    exchange: numbers[index] ?? 0,
    operation: entry.op ?? operationOf(entry),
    method,
    path: url.pathname,
    outcome,
    recorded: recorded?.status,
    status: typeof answer === 'string' ? answer : answer.status,
    differences: changed,
    body: typeof answer === 'string' ? undefined : answer.body,
    ...(note !== undefined && { note }),
  };
}

/** The response, or the reason why there is none. */
async function answerOf(send: SentAgain['send']): Promise<Answer | string> {
  try {
    const { status, body } = await send();
    return { status, body: contentOf(Buffer.from(body).toString('utf8')) };
  } catch (error) {
    if (error instanceof TransportFault) return error.message;
    throw error;
  }
}
