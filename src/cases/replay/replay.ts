import {
  type Cassette,
  type CassetteDocument,
  type CassetteEntry,
  textOf,
  webhookReplayer,
} from '../../cassette/index.js';
import { operationOf } from '../../client/index.js';
import { type Transport, TransportFault } from '../../http/index.js';
import { newSandbox, type Sandbox } from '../../sandbox/index.js';
import { jsonOf } from '../../util/index.js';
import { links } from '../links/links.js';
import { type Answer, type Difference, differences } from './compare.js';
import { Substitution } from './substitute.js';

/** Where the requests go, with the credentials that they need. */
export interface ReplayTarget {
  readonly transport: Transport;
  readonly base: string;
  readonly project: string;
  readonly token: string;
}

export interface ReplayOptions {
  /** Default: a sandbox with the resources that the recording shows. */
  readonly target?: ReplayTarget;
  /** A new sandbox with the resources of the recording, whose state the caller reads later. Not with `target`. */
  readonly sandbox?: Sandbox;
  /** False: the responses are not compared. */
  readonly compare?: boolean;
  /** Decides about each request before it is sent. `stop` leaves out this request and all later ones. */
  beforeRequest?(request: PlannedRequest): Promise<'go' | 'skip' | 'stop'>;
  /** Receives each request after its response. */
  onRequest?(request: ReplayedRequest): void;
  readonly signal?: AbortSignal;
}

/** A request as it will be sent, with the ids of the new responses. */
export interface PlannedRequest {
  /** The position in the recording, counted from 1. */
  readonly entry: number;
  readonly operation: string | undefined;
  readonly method: string;
  readonly url: URL;
  readonly body: string | undefined;
}

export interface ReplayedRequest {
  /** The position in the recording, counted from 1. */
  readonly entry: number;
  readonly operation: string | undefined;
  readonly method: string;
  readonly path: string;
  /** `new`: the recording has no response to compare with. */
  readonly outcome: 'same' | 'different' | 'new';
  readonly recorded: number | undefined;
  /** The status now, or the reason why there is no response. */
  readonly status: number | string;
  readonly differences: readonly Difference[];
  /** The new body, as JSON or text. */
  readonly body: unknown;
}

export interface ReplayReport {
  readonly requests: readonly ReplayedRequest[];
  /** What the sandbox could not be populated with. */
  readonly notes: readonly string[];
  readonly isSame: boolean;
}

/** Sends the requests of a recording again and compares the responses. It evaluates no recorded code. */
export async function replay(
  recording: Pick<Cassette, 'header' | 'documents'>,
  { target, sandbox: given, compare = true, beforeRequest, onRequest, signal }: ReplayOptions = {},
): Promise<ReplayReport> {
  const sandbox = target ? undefined : (given ?? newSandbox({ from: recording }));
  if (sandbox) sandbox.webhooks.answerFrom(webhookReplayer(recording) ?? null);
  const to = target ?? targetOf(sandbox as NonNullable<typeof sandbox>);
  const substitution = new Substitution(links(recording.documents));
  const requests: ReplayedRequest[] = [];
  try {
    for (const [index, document] of recording.documents.entries()) {
      if (signal?.aborted) break;
      if (!isExchange(document)) continue;
      const decision = await beforeRequest?.(
        planned(index, document, substitution.request(index, document, to.project)),
      );
      if (decision === 'stop') break;
      if (decision === 'skip') continue;
      const { status = 0 } = document.response ?? {};
      if (isOfAccount(status)) sandbox?.faults.add('*', { status }, { times: 1 });
      const request = await sendAgain(index, document, { to, substitution, compare });
      sandbox?.faults.clear('*');
      requests.push(request);
      onRequest?.(request);
    }
  } finally {
    await sandbox?.close();
  }
  return { requests, notes: sandbox?.notes ?? [], isSame: requests.every(({ outcome }) => outcome !== 'different') };
}

/** The requests do not cause an expired token or a rate limit, and a new sandbox has neither. It repeats the recorded one. */
const isOfAccount = (status: number): boolean => status === 401 || status === 429;

const isExchange = (document: CassetteDocument): document is CassetteEntry => document.kind === 'http';

const targetOf = ({ transport, credentials }: ReturnType<typeof newSandbox>): ReplayTarget => ({
  transport,
  base: `https://${credentials.host}`,
  project: credentials.project,
  token: credentials.token,
});

function planned(index: number, { op, request }: CassetteEntry, { url, body }: ReturnType<Substitution['request']>) {
  const { method } = request;
  const text = body && Buffer.from(body).toString();
  const operation =
    op ?? operationOf({ method, url: url.href, headers: {}, ...(text !== undefined && { body: text }) });
  return { entry: index + 1, operation, method, url, body: text };
}

interface Sending {
  readonly to: ReplayTarget;
  readonly substitution: Substitution;
  readonly compare: boolean;
}

async function sendAgain(
  index: number,
  entry: CassetteEntry,
  { to, substitution, compare }: Sending,
): Promise<ReplayedRequest> {
  const { method, type } = entry.request;
  const { url, body } = substitution.request(index, entry, to.project);
  const { pathname, search } = url;
  const authorization = `Basic ${Buffer.from(`${to.project}:${to.token}`).toString('base64')}`;
  const headers = { authorization, ...(body && { 'content-type': type ?? 'application/json' }) };
  const { response } = entry;
  const recorded: Answer | undefined = response && { status: response.status, body: contentOf(textOf(response.body)) };
  // A request of a skill to another service: the platform must not receive it.
  const now =
    recorded && isForService(pathname)
      ? recorded
      : await answerTo(to.transport, { method, url: to.base + pathname + search, headers, ...(body && { body }) });
  if (typeof now !== 'string') substitution.learn(index, now.body);
  const changed =
    !compare || !recorded
      ? []
      : typeof now === 'string'
        ? [{ at: 'status', recorded: recorded.status, now }]
        : differences(recorded, now, (text) => substitution.text(text));
  return {
    entry: index + 1,
    operation:
      entry.op ??
      operationOf({ method, url: url.href, headers: {}, ...(body && { body: Buffer.from(body).toString() }) }),
    method,
    path: pathname,
    outcome: recorded ? (changed.length > 0 ? 'different' : 'same') : 'new',
    recorded: recorded?.status,
    status: typeof now === 'string' ? now : now.status,
    differences: changed,
    body: typeof now === 'string' ? undefined : now.body,
  };
}

const isForService = (pathname: string) => !pathname.includes('/api/');

/** The response, or the reason why there is none. */
async function answerTo(transport: Transport, request: Parameters<Transport['send']>[0]): Promise<Answer | string> {
  try {
    const { status, body } = await transport.send(request, {});
    return { status, body: contentOf(Buffer.from(body).toString('utf8')) };
  } catch (error) {
    if (error instanceof TransportFault) return error.message;
    throw error;
  }
}

const contentOf = (text: string): unknown => (text === '' ? undefined : (jsonOf(text) ?? text));
