import type { State } from '../../state/state.js';
import { answer } from './answer.js';
import { allCalls } from './call.js';
import { hangUp, moveTo } from './lifecycle.js';

export { isEnd } from './ends.js';
export { startCall } from './start-call.js';

/** What answers it has begun to. */
export function takeCall(state: State, id: string): void {
  const call = allCalls(state).get(id);
  if (call?.status === 'queued' || call?.status === 'ringing') answer(state, call, state.clock.now().toISOString());
}

/** Somebody hung up, or there was nobody: then a call that was not answered is `unanswered` and costs nothing. */
export function endCall(state: State, id: string, why: string, unanswered: 'busy' | 'failed'): void {
  const call = allCalls(state).get(id);
  if (!call) return;
  const at = state.clock.now().toISOString();
  if (call.status === 'answered') hangUp(state, call, at, why);
  else moveTo(state, call, unanswered, at, why);
}
