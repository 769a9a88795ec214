import type { State } from '../../state/state.js';
import { leave } from '../conferences/conference.js';
import { stepOut } from '../queues/queue.js';
import { finish } from './actions/run.js';
import { allCalls, type Call, changeCall, note } from './call.js';
import { type CallState, isOver, STATES } from './states.js';
import { tellOfState } from './tell.js';

/** Takes a call into a later state, with all that this brings; nothing ever leads back. */
export function moveTo(state: State, call: Call, status: CallState, at: string, why = ''): Call {
  if (STATES[status].order <= STATES[call.status].order) return call;
  const times = isOver(status) ? { ended_at: at } : status === 'ringing' ? { ringing_at: at } : { answered_at: at };
  // The state comes first: what ends with a call may come back to it, and must find it ended.
  const changed = changeCall(state, call, { status, ...times }, at);
  const moved = isOver(status) ? letGo(state, changed, at) : changed;
  const level = status === 'failed' ? 'error' : 'info';
  const noted = note(state, moved, `calling.call.${STATES[status].event}`, at, detailsOf(moved, why), level);
  const told = tellOfState(state, noted, at);
  follow(state, told, at);
  return told;
}

/** Ends a call as whoever hangs up would: the one that was answered, or the one that was not. */
export const hangUp = (state: State, call: Call, at: string, why = ''): Call =>
  moveTo(state, call, call.status === 'answered' ? 'ended' : 'canceled', at, why);

/** Takes a call out of where it waits or talks, because it goes elsewhere. */
export function leavePlaces(state: State, call: Call, at: string): Call {
  const { queue_id, conference_id } = call;
  if (queue_id === null && conference_id === null) return call;
  if (queue_id !== null) stepOut(state, queue_id, call.id);
  changeCall(state, call, { queue_id: null, conference_id: null }, at);
  if (conference_id !== null)
    for (const id of leave(state, conference_id, call.id, at)) putOut(state, id, at, 'the conference is over');
  return asItIs(state, call);
}

/** A call that goes elsewhere leaves the one it was joined with, who then has nobody. */
export function alone(state: State, call: Call, at: string): Call {
  const { bridged_with } = call;
  if (bridged_with === null) return call;
  part(state, call, at);
  putOut(state, bridged_with, at, 'the call that it was joined with went elsewhere');
  return asItIs(state, call);
}

/** What others ended may have come back to it. */
const asItIs = (state: State, { id }: Call): Call => allCalls(state).get(id) as Call;

/** Ends a call because another one, or what held it, is gone. */
export function putOut(state: State, id: string, at: string, why: string): void {
  const call = allCalls(state).get(id);
  if (call) hangUp(state, call, at, why);
}

/** Parts two legs that were joined. */
export function part(state: State, call: Call, at: string): Call {
  const other = call.bridged_with === null ? undefined : allCalls(state).get(call.bridged_with);
  if (other?.bridged_with === call.id) changeCall(state, other, { bridged_with: null }, at);
  return changeCall(state, call, { bridged_with: null }, at);
}

function letGo(state: State, call: Call, at: string): Call {
  const quiet = call.actions.reduce((rest, action) => finish(state, rest, action, at), call);
  return leavePlaces(state, quiet, at);
}

/** The other legs go along. */
function follow(state: State, { status, far_end, bridged_with }: Call, at: string): void {
  const far = far_end === null ? undefined : allCalls(state).get(far_end);
  // Who answers does more than change state: see `answer`.
  if (far && status !== 'answered') moveTo(state, far, status, at, 'the other end of the line');
  const other = bridged_with === null ? undefined : allCalls(state).get(bridged_with);
  if (other && isOver(status)) hangUp(state, other, at, 'the call that it was joined with has ended');
}

function detailsOf({ status, from, to, direction }: Call, why: string): Record<string, unknown> {
  const { leg, log } = STATES[status];
  return { status: isOver(status) ? log : leg, from, to, direction, ...(why !== '' && { reason: why }) };
}
