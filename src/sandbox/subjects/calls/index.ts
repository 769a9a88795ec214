import type { State } from '../../state.js';
import { allCalls } from './call.js';
import { hangUp } from './lifecycle.js';

export { startCall } from './start-call.js';

/** Somebody hung up, or nobody was there. */
export function endCall(state: State, id: string): void {
  const call = allCalls(state).get(id);
  if (call) hangUp(state, call, state.clock.now().toISOString());
}
