import { found } from '../../respond/response.js';
import { dialledBy, isWaitingFor, notifyRun } from '../../runs/notify-run.js';
import { endRun } from '../../runs/start-run.js';
import type { State } from '../../state/state.js';
import { finish } from './actions/run.js';
import { allCalls, type Call, changeCall, note } from './call.js';
import { leave } from './conference.js';
import { dequeue } from './queue.js';
import { type CallState, isOver, STATES } from './states.js';
import { sendStatus } from './status-callback.js';

/** Moves a call to a later state, with all consequences. A call never returns to an earlier state. */
export function moveTo(state: State, call: Call, status: CallState, at: string, why = ''): Call {
  if (STATES[status].order <= STATES[call.status].order) return call;
  const times = isOver(status) ? { ended_at: at } : status === 'ringing' ? { ringing_at: at } : { answered_at: at };
  // Set the state first: the next steps can lead back to this call, and must find it ended.
  const changed = changeCall(state, call, { status, ...times }, at);
  const moved = isOver(status) ? release(state, changed, at) : changed;
  const level = status === 'failed' ? 'error' : 'info';
  if (call.parent_id !== null)
    notifyRun(state, call.parent_id, { kind: 'leg', leg_id: call.id, status, reason: why }, at);
  const noted = note(state, moved, `calling.call.${STATES[status].event}`, at, detailsOf(moved, why), level);
  const reported = sendStatus(state, noted, at);
  follow(state, reported, at);
  return reported;
}

/** Ends a call as `ended` if it was answered, and as `canceled` if not. */
export const hangUp = (state: State, call: Call, at: string, why = ''): Call =>
  moveTo(state, call, call.status === 'answered' ? 'ended' : 'canceled', at, why);

export function leaveQueueAndConference(state: State, call: Call, at: string): Call {
  const { queue_id, conference_id } = call;
  if (queue_id === null && conference_id === null) return call;
  if (queue_id !== null) dequeue(state, queue_id, call.id);
  changeCall(state, call, { queue_id: null, conference_id: null }, at);
  if (conference_id !== null)
    for (const id of leave(state, conference_id, call.id, at))
      leaveConference(state, id, at, 'the conference has ended');
  return current(state, call);
}

export function endBridgedLeg(state: State, call: Call, at: string): Call {
  const { bridged_with } = call;
  if (bridged_with === null) return call;
  unbridge(state, call, at);
  hangUpById(state, bridged_with, at, 'the bridged call was transferred');
  return current(state, call);
}

/** Reads the call again, because the steps before may have changed it. */
const current = (state: State, { id }: Call): Call => found(allCalls(state).get(id));

export function hangUpById(state: State, id: string, at: string, why: string): void {
  const call = allCalls(state).get(id);
  if (call) hangUp(state, call, at, why);
}

/** The conference of a call ended. Its document continues, if it waits for that. Otherwise the call ends. */
function leaveConference(state: State, id: string, at: string, why: string): void {
  const call = allCalls(state).get(id);
  if (!call) return;
  if (!isWaitingFor(state, id, 'place')) return void hangUp(state, call, at, why);
  changeCall(state, call, { conference_id: null }, at);
  notifyRun(state, id, { kind: 'left', reason: why }, at);
}

export function unbridge(state: State, call: Call, at: string): Call {
  const other = call.bridged_with === null ? undefined : allCalls(state).get(call.bridged_with);
  if (other?.bridged_with === call.id) changeCall(state, other, { bridged_with: null }, at);
  return changeCall(state, call, { bridged_with: null }, at);
}

function release(state: State, call: Call, at: string): Call {
  const dialled = dialledBy(state, call.id);
  endRun(state, call.id, at);
  for (const id of dialled) hangUpById(state, id, at, 'the caller hung up');
  const quiet = call.actions.reduce((rest, action) => finish(state, rest, action, at), call);
  return leaveQueueAndConference(state, quiet, at);
}

/** Moves the far end to the same state, and ends the bridged leg when the call ends. */
function follow(state: State, { id, status, far_end, parent_id, bridged_with }: Call, at: string): void {
  const far = far_end === null ? undefined : allCalls(state).get(far_end);
  // Answering does more than change the state: see `answer`.
  if (far && status !== 'answered') moveTo(state, far, status, at, 'the other leg changed');
  const other = bridged_with === null ? undefined : allCalls(state).get(bridged_with);
  // A step that dialled the other leg continues the document instead.
  if (!other || !isOver(status)) return;
  if (!isWaitingFor(state, other.id, 'leg')) hangUp(state, other, at, 'the bridged call has ended');
  else if (other.id !== parent_id) notifyRun(state, other.id, { kind: 'leg', leg_id: id, status, reason: '' }, at);
}

function detailsOf({ status, from, to, direction }: Call, why: string): Record<string, unknown> {
  const { leg, log } = STATES[status];
  return { status: isOver(status) ? log : leg, from, to, direction, ...(why !== '' && { reason: why }) };
}
