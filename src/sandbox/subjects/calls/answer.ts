import { isRunning, notifyRun } from '../../runs/notify-run.js';
import { inlineDocument, startRun, stopRun } from '../../runs/start-run.js';
import type { State } from '../../state/state.js';
import { after } from '../../time/clock.js';
import { begin, finish } from './actions/run.js';
import { allCalls, type Call, changeCall, note } from './call.js';
import { conferenceFor, isWaiting, type Joining, join } from './conference.js';
import { endBridgedLeg, hangUp, leaveQueueAndConference, moveTo } from './lifecycle.js';
import { allQueues, enqueue, isFull, type Queue } from './queue.js';
import { isOver } from './states.js';

const DETECTED_AFTER_MS = 2000;

export function answer(state: State, call: Call, at: string): Call {
  const { on_answer } = call;
  const queue = on_answer.queue_id === undefined ? undefined : allQueues(state).get(on_answer.queue_id);
  if (on_answer.queue_id !== undefined && (!queue || isFull(queue)))
    return moveTo(state, call, 'busy', at, queue ? 'the queue is full' : 'the queue was deleted');
  let current = moveTo(state, call, 'answered', at);
  if (queue) current = waitIn(state, current, queue, at);
  if (on_answer.recording) current = begin(state, current, 'record', { recording: on_answer.recording }, at);
  if (on_answer.detection)
    state.schedule.add({ at: after(at, DETECTED_AFTER_MS), what: 'machine detection ends', of: call.id });
  if (on_answer.hangs_up_after_ms !== undefined)
    state.schedule.add({ at: after(at, on_answer.hangs_up_after_ms), what: 'call hangs up', of: call.id });
  current = runDocument(state, current, at);
  const far = current.far_end === null ? undefined : allCalls(state).get(current.far_end);
  if (far?.status === 'ringing') answer(state, far, at);
  return current;
}

/** Sends an answered call to another document. The call leaves its queue and its conference. Recordings, streams and other acts that only documents start end. */
export function sendTo(state: State, call: Call, { url, swml }: { url?: string; swml?: unknown }, at: string): Call {
  const left = leaveQueueAndConference(state, endBridgedLeg(state, call, at), at);
  if (isOver(left.status)) return left;
  const quiet = left.actions
    .filter(({ kind }) => OF_DOCUMENTS.includes(kind))
    .reduce((rest, action) => finish(state, rest, action, at), left);
  stopRun(state, call.id, 'sent to another document');
  const document =
    url === undefined
      ? { url: null, documents: [], swml: swml ?? null, unread: false }
      : { url, documents: [documentAt(url, call.source)], swml: null, unread: true };
  return runDocument(state, changeCall(state, quiet, document, at), at);
}

/** A document at a URL is of the language of the API that names it. */
export const documentAt = (url: string, source: Call['source'], method: 'GET' | 'POST' = 'POST') =>
  ({ url, method, language: source === 'laml' ? 'cxml' : 'swml' }) as const;

const OF_DOCUMENTS: readonly string[] = ['ai', 'send_fax', 'receive_fax'];

/** Adds an answered call to a queue. A call is in one queue or conference at a time. */
export function waitIn(state: State, call: Call, queue: Queue, at: string): Call {
  const left = leaveQueueAndConference(state, call, at);
  if (isOver(left.status)) return left;
  enqueue(state, queue.id, call.id, at);
  const waiting = changeCall(state, left, { queue_id: queue.id }, at);
  return note(state, waiting, 'calling.queue.entered', at, { queue_id: queue.id, name: queue.name });
}

/** Starts the document of an answered call. The document of a call from outside runs already, and has answered it. */
function runDocument(state: State, call: Call, at: string): Call {
  if (isRunning(state, call.id)) return call;
  const { documents, swml, envs, id: call_id } = call;
  const { person = null } = call.on_answer;
  if (documents.length > 0) startRun(state, { call_id, start: { urls: documents }, envs, person }, at);
  else if (swml !== null) startRun(state, { call_id, start: { document: inlineDocument(swml) }, envs, person }, at);
  return call;
}

/** Adds an answered call to a conference, unless the conference is full. */
export function enter(state: State, call: Call, joining: Joining, at: string): Call {
  const left = leaveQueueAndConference(state, call, at);
  if (isOver(left.status)) return left;
  const room = conferenceFor(state, joining, at);
  if (room.participants.length >= room.max_size) return hangUp(state, left, at, 'the conference is full');
  const { participants } = join(state, room, call.id, joining, at);
  if (!isWaiting(state, room.id))
    for (const { call_id } of participants) if (call_id !== call.id) notifyRun(state, call_id, { kind: 'started' }, at);
  const inside = changeCall(state, left, { conference_id: room.id }, at);
  return note(state, inside, 'calling.conference.joined', at, { conference_id: room.id, name: room.name });
}

export function takeCall(state: State, id: string, at: string): void {
  const call = allCalls(state).get(id);
  if (call?.status === 'queued' || call?.status === 'ringing') answer(state, call, at);
}

/** Ends a call. A call that was not answered gets the status `unanswered`, and costs nothing. */
export function endCall(
  state: State,
  id: string,
  why: string,
  unanswered: 'busy' | 'failed' | 'ended' | 'no-answer',
  at: string,
): void {
  const call = allCalls(state).get(id);
  if (!call) return;
  if (call.status === 'answered') hangUp(state, call, at, why);
  else moveTo(state, call, unanswered, at, why);
}
