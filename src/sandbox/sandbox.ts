import { RestClient } from '../client/index.js';
import { type Listener, listen, type Transport } from '../http/index.js';
import { furnish } from './believable-start.js';
import type { VirtualClock } from './clock.js';
import { handle } from './handle.js';
import type { Snapshot } from './snapshot.js';
import { emptyState, type State, snapshotOf, stateFrom } from './state.js';

export interface SandboxOptions {
  /** The same seed gives the same ids. */
  readonly seed?: number;
  /** Where its clock starts. */
  readonly now?: Date | string;
  /** Without the numbers, queues and callers that it usually starts with. */
  readonly empty?: boolean;
}

/** A local, stateful simulator of the platform. Nothing of it leaves this process. */
export interface Sandbox {
  /** The account it knows: what a client must present. */
  readonly credentials: { readonly project: string; readonly token: string; readonly host: string };
  /** Answers requests in process. */
  readonly transport: Transport;
  /** A client that talks to it. */
  client(): RestClient;
  /** Serves it on loopback. */
  listen(port?: number): Promise<Listener>;
  /** With the clock: what makes the same ids and times again. */
  readonly seed: number;
  readonly clock: VirtualClock;
  snapshot(): Snapshot;
  restore(snapshot: Snapshot): void;
}

/** A host that can never be a real one. */
const HOST = 'sandbox.invalid';

export function createSandbox({ seed = 1, now = '2025-06-02T09:00:00Z', empty = false }: SandboxOptions = {}): Sandbox {
  let state: State = emptyState(seed, now);
  if (!empty) furnish(state);
  const transport: Transport = { send: async (request) => handle(state, request) };
  const credentials = { project: state.project, token: state.token, host: HOST };
  return {
    credentials,
    transport,
    client: () => new RestClient({ ...credentials, transport }),
    listen: (port = 0) => listen(transport, { port }),
    seed,
    clock: state.clock,
    snapshot: () => snapshotOf(state),
    restore(snapshot) {
      state = stateFrom(state, snapshot);
    },
  };
}
