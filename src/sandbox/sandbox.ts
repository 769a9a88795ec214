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
  /** Seed of the id generator. The same seed produces the same ids. */
  readonly seed?: number;
  /** Start time of the simulated clock. */
  readonly now?: Date | string;
  /** Starts without the numbers, queues and calls of the sample account. */
  readonly empty?: boolean;
  /**
   * The token of the account. By default, the in-process token derives from the seed, and each server gets a random
   * token.
   */
  readonly token?: string;
  /** Receives one line for each request that fails inside the sandbox. The client receives status 500. */
  readonly warn?: (line: string) => void;
}

/** A sandbox that listens on loopback. */
export interface SandboxServer extends Listener {
  /** The credentials that clients of this server must send. */
  readonly credentials: { readonly project: string; readonly token: string; readonly host: string };
}

/** A local, stateful simulator of the platform. It sends nothing to other machines. */
export interface Sandbox {
  /** The account: the credentials that clients in this process must send. */
  readonly credentials: { readonly project: string; readonly token: string; readonly host: string };
  /** Answers requests in process. */
  readonly transport: Transport;
  /** Creates a client that sends its requests to this sandbox. */
  client(): RestClient;
  /** Serves the sandbox on loopback. The token is random unless `createSandbox` received one. */
  listen(port?: number): Promise<SandboxServer>;
  /** Simulates a call from outside to a number of the project and runs the document that answers it. */
  ring(number: string, options?: RingOptions): Promise<Ring>;
  /** The seed of the ids. A sandbox with the same seed and the same start time produces the same ids and times. */
  readonly seed: number;
  readonly clock: VirtualClock;
  /** Messages and calls that the sandbox sent to phones, such as verification codes. The last entry is the latest. */
  readonly inbox: readonly Delivery[];
  /**
   * Callbacks that the sandbox sent. Only those to servers on this machine leave the process. The last entry is the
   * latest.
   */
  readonly callbacks: readonly ToldCallback[];
  /**
   * Resolves when all pending callbacks are delivered or have failed, and all pending document downloads have finished.
   */
  settled(): Promise<void>;
  /** Faults to inject into responses. */
  readonly faults: Faults;
  /** The latest requests, the latest last. */
  readonly journal: readonly JournalEntry[];
  snapshot(): Snapshot;
  restore(snapshot: Snapshot): void;
}

/** `.invalid` is a reserved top-level domain (RFC 2606), so the host never resolves. */
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
  /** Runs the events that are due, because the clock may have moved since the last request. */
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
  /** Answers a request. `connection` applies faults that affect the connection. */
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
