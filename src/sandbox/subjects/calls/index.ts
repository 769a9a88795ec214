import type { State } from '../../state/state.js';
import { answer } from './answer.js';
import { allCalls } from './call.js';
import { hangUp, moveTo } from './lifecycle.js';

export { isEnd } from './ends.js';
export { startCall } from './start-call.js';

/** Answers a call that is queued or ringing. */
export function takeCall(state: State, id: string): void {
  const call = allCalls(state).get(id);
  if (call?.status === 'queued' || call?.status === 'ringing') answer(state, call, state.clock.now().toISOString());
}

/** Ends a call. A call that was not answered gets the status `unanswered`, and costs nothing. */
export function endCall(state: State, id: string, why: string, unanswered: 'busy' | 'failed'): void {
  const call = allCalls(state).get(id);
  if (!call) return;
  const at = state.clock.now().toISOString();
  if (call.status === 'answered') hangUp(state, call, at, why);
  else moveTo(state, call, unanswered, at, why);
}
