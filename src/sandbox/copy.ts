import type { Transport } from '../http/index.js';
import type { CallSummary } from './engine/run/story.js';
import type { Sandbox } from './sandbox.js';
import { Simulator } from './simulator.js';
import type { Snapshot } from './state/snapshot.js';
import { newState } from './state/state.js';

/** A copy of a sandbox on which a call can be tried without effects. */
export interface SandboxCopy {
  readonly credentials: Sandbox['credentials'];
  readonly transport: Transport;
  calls(): readonly CallSummary[];
  /** Discards all changes since the copy was made. */
  reset(): void;
}

/** Copies a sandbox. The copy has its own clock and journal and no faults, and contacts no servers. */
export function copySandbox({ credentials, seed, ...sandbox }: Pick<Sandbox, 'credentials' | 'seed' | 'snapshot'>) {
  const start: Snapshot = sandbox.snapshot();
  const state = newState(seed, start.now, credentials);
  const simulator = new Simulator(state, () => {}, { isOutbound: false, start: () => start });
  simulator.restore(start);
  const copy: SandboxCopy = {
    credentials,
    transport: {
      send: (request) => simulator.send(request, () => Promise.reject(new Error('the copy has no faults'))),
    },
    calls: () => simulator.calls(),
    reset: () => simulator.restore(start),
  };
  return copy;
}
