import { RestClient } from '../client/index.js';
import type { Listener, Transport, WireRequest, WireResponse } from '../http/index.js';
import { FaultPlan, type Faults, faultAnswer, inflict, suffer } from './control/faults.js';
import { allDeliveries, type Delivery } from './control/inbox.js';
import { Journal, type JournalEntry } from './control/journal.js';
import type { Snapshot } from './control/snapshot.js';
import { TextFetch } from './outbound/fetch-documents.js';
import { CallbackPost, type ToldCallback } from './outbound/post-callbacks.js';
import { type AccessCheck, accessWith } from './respond/access.js';
import { type Answered, handle, type Understood, understand } from './respond/handle.js';
import { type ServedSandbox, serveSandbox } from './respond/served.js';
import { type Ring, type RingOptions, ring } from './ring/index.js';
import { furnish } from './state/seed-account.js';
import { emptyState, type State, snapshotOf, stateFrom } from './state/state.js';
import { catchUp } from './time/catch-up.js';
import type { VirtualClock } from './time/clock.js';

export interface SandboxOptions {
  /** The same seed gives the same ids. */
  readonly seed?: number;
  /** Where its clock starts. */
  readonly now?: Date | string;
  /** Without the numbers, queues and callers that it usually starts with. */
  readonly empty?: boolean;
  /** The account's token. Without one it is fixed in process, and each server has a random one. */
  readonly token?: string;
  /** Hears in one line of a request that made the sandbox itself fail; the client gets 500. */
  readonly warn?: (line: string) => void;
}

/** A sandbox that is served on loopback. */
export interface SandboxServer extends Listener {
  /** What a client of this server must present. */
  readonly credentials: { readonly project: string; readonly token: string; readonly host: string };
}

/** A local, stateful simulator of the platform. Nothing of it leaves this process. */
export interface Sandbox {
  /** The account: what a client in this process must present. */
  readonly credentials: { readonly project: string; readonly token: string; readonly host: string };
  /** Answers requests in process. */
  readonly transport: Transport;
  /** A client that talks to it. */
  client(): RestClient;
  /** Serves it on loopback. The token is random unless the sandbox was made with one. */
  listen(port?: number): Promise<SandboxServer>;
  /** Lets somebody call one of its numbers, and follows what happens. */
  ring(number: string, options?: RingOptions): Promise<Ring>;
  /** With the clock: what makes the same ids and times again. */
  readonly seed: number;
  readonly clock: VirtualClock;
  /** What it sent to phones: codes, messages. The latest is the last. */
  readonly inbox: readonly Delivery[];
  /** What it told servers; those on this machine were really told. The latest is the last. */
  readonly callbacks: readonly ToldCallback[];
  /** When all callbacks that are on their way have arrived, and all texts that are being fetched have come. */
  settled(): Promise<void>;
  /** What goes wrong on purpose. */
  readonly faults: Faults;
  /** The latest requests, the last one last. */
  readonly journal: readonly JournalEntry[];
  snapshot(): Snapshot;
  restore(snapshot: Snapshot): void;
}

/** A host that can never be a real one. */
const HOST = 'sandbox.invalid';

export function createSandbox({
  seed = 1,
  now = '2025-06-02T09:00:00Z',
  empty = false,
  token,
  warn = () => {},
}: SandboxOptions = {}): Sandbox {
  let state: State = emptyState(seed, now, token);
  if (!empty) furnish(state);
  const faults = new FaultPlan(state.clock);
  const journal = new Journal();
  const post = new CallbackPost();
  const texts = new TextFetch();

  const answer = (understood: Understood, checkAccess: AccessCheck): Answered => {
    const answered = handle(state, understood, checkAccess);
    post.post(state);
    texts.fetch(state);
    const { request, path } = understood;
    if (answered.response.status === 500) warn(`${request.method} ${path}: the sandbox failed: ${answered.reason}`);
    return answered;
  };
  /** The clock may have been moved since the last request. */
  const caughtUp = () => {
    catchUp(state);
    post.post(state);
    texts.fetch(state);
  };
  const note = (
    { request, path, match }: Understood,
    status: number | null,
    fault: string | null,
    reason: string | null = null,
  ) =>
    journal.add(state.clock.now(), {
      method: request.method,
      path,
      operation: match?.operation ?? null,
      status,
      fault,
      reason,
    });
  /** Answers a request; `connection` says how a fault of the connection shows. */
  const send = async (
    request: WireRequest,
    connection: typeof inflict,
    checkAccess: AccessCheck,
  ): Promise<WireResponse> => {
    const understood = understand(request);
    const { path, match } = understood;
    const fault = faults.next(match?.operation);
    if (fault && 'kind' in fault) {
      let answered: Answered | undefined;
      const struck = connection(fault, request, () => (answered = answer(understood, checkAccess)).response);
      return struck.finally(() =>
        note(understood, answered?.response.status ?? null, fault.kind, answered?.reason ?? null),
      );
    }
    if (fault) {
      const response = faultAnswer(fault, path, match?.operation);
      note(understood, response.status, `status ${fault.status}`);
      return response;
    }
    const { response, reason } = answer(understood, checkAccess);
    note(understood, response.status, null, reason);
    return response;
  };
  const inside = accessWith(state.project, state.token);
  const transport: Transport = { send: (request) => send(request, suffer, inside) };
  const credentials = { project: state.project, token: state.token, host: HOST };
  const served: ServedSandbox = {
    state: () => state,
    send: (request) => send(request, inflict, () => {}),
    noteRefused: (understood, status) => note(understood, status, null),
  };
  return {
    credentials,
    transport,
    client: () => new RestClient({ ...credentials, transport }),
    listen: (port = 0) => serveSandbox(served, { port, token }),
    ring: async (number, options = {}) => {
      const rung = await ring(state, number, options);
      post.post(state);
      return rung;
    },
    seed,
    clock: state.clock,
    get inbox() {
      caughtUp();
      return [...allDeliveries(state)];
    },
    get callbacks() {
      caughtUp();
      return post.told(state);
    },
    async settled() {
      caughtUp();
      await Promise.all([post.settled(), texts.settled()]);
    },
    faults,
    get journal() {
      return journal.entries();
    },
    snapshot: () => snapshotOf(state),
    restore(snapshot) {
      state = stateFrom(state, snapshot);
    },
  };
}
