import type { State } from '../../state/state.js';
import { after } from '../../time/clock.js';
import { conferenceFor, type Joining, join } from '../conferences/conference.js';
import { heldDocument } from '../fabric/store/stored-document.js';
import { addQueue, allQueues, enqueue, isFull, type Queue, queueNamed } from '../queues/queue.js';
import { begin, finish } from './actions/run.js';
import { allCalls, type Call, changeCall, note } from './call.js';
import { startsOf } from './document.js';
import { endBridgedLeg, hangUp, leavePlaces, moveTo } from './lifecycle.js';
import { isOver } from './states.js';

const DETECTED_AFTER_MS = 2000;

export function answer(state: State, call: Call, at: string): Call {
  const { on_answer } = call;
  const queue = on_answer.queue_id === undefined ? undefined : allQueues(state).get(on_answer.queue_id);
  if (on_answer.queue_id !== undefined && (!queue || isFull(queue)))
    return moveTo(state, call, 'busy', at, queue ? 'the queue is full' : 'the queue was deleted');
  let now = moveTo(state, call, 'answered', at);
  if (queue) now = waitIn(state, now, queue, at);
  if (on_answer.recording) now = begin(state, now, 'record', { recording: on_answer.recording }, at);
  if (on_answer.detection)
    state.schedule.add({ at: after(at, DETECTED_AFTER_MS), what: 'machine detection ends', of: call.id });
  if (on_answer.hangs_up_after_ms !== undefined)
    state.schedule.add({ at: after(at, on_answer.hangs_up_after_ms), what: 'call hangs up', of: call.id });
  now = runDocument(state, now, at);
  const far = now.far_end === null ? undefined : allCalls(state).get(now.far_end);
  if (far?.status === 'ringing') answer(state, far, at);
  return now;
}

/** Sends an answered call to another document. It leaves its places, and what only documents start ends. */
export function sendTo(state: State, call: Call, { url, swml }: { url?: string; swml?: unknown }, at: string): Call {
  const left = leavePlaces(state, endBridgedLeg(state, call, at), at);
  if (isOver(left.status)) return left;
  const quiet = left.actions
    .filter(({ kind }) => OF_DOCUMENTS.includes(kind))
    .reduce((rest, action) => finish(state, rest, action, at), left);
  const document =
    url === undefined ? { url: null, swml: swml ?? null, unread: false } : { url, swml: null, unread: true };
  return runDocument(state, changeCall(state, quiet, document, at), at);
}
const OF_DOCUMENTS: readonly string[] = ['ai', 'send_fax', 'receive_fax'];

/** Adds an answered call to a queue. A call is in one queue or conference at a time. */
export function waitIn(state: State, call: Call, queue: Queue, at: string): Call {
  const left = leavePlaces(state, call, at);
  if (isOver(left.status)) return left;
  enqueue(state, queue.id, call.id, at);
  const waiting = changeCall(state, left, { queue_id: queue.id }, at);
  return note(state, waiting, 'calling.queue.entered', at, { queue_id: queue.id, name: queue.name });
}

function runDocument(state: State, call: Call, at: string): Call {
  const { read, swml } = documentOf(state, call);
  const { actions, queue, conference } = startsOf(swml);
  let now = actions.reduce((running, { kind, control_id, status_url, ...plan }) => {
    if (running.actions.some((one) => one.kind === kind || one.control_id === control_id)) return running;
    const callback = status_url ? relayTarget(status_url) : null;
    return begin(state, running, kind, { control_id, callback, ...plan }, at);
  }, read);
  if (queue !== undefined) {
    const named = queueNamed(state, queue) ?? addQueue(state, { name: queue });
    if (isFull(named)) return hangUp(state, now, at, 'the queue is full');
    now = waitIn(state, now, named, at);
  }
  return conference ? enter(state, now, conference, at) : now;
}

/** Reads a document that the platform itself stores. Other servers are not contacted. */
function documentOf(state: State, call: Call): { read: Call; swml: unknown } {
  // `ring` runs the document of a call from outside step by step.
  const isRung = call.direction === 'inbound' && call.far_end === null;
  const document = call.url === null || isRung ? undefined : heldDocument(state, call.url);
  if (document?.type !== 'application/json') return { read: call, swml: call.swml };
  return { read: changeCall(state, call, { unread: false }, call.updated_at), swml: JSON.parse(document.text) };
}

/** Adds an answered call to a conference, unless the conference is full. */
export function enter(state: State, call: Call, joining: Joining, at: string): Call {
  const left = leavePlaces(state, call, at);
  if (isOver(left.status)) return left;
  const room = conferenceFor(state, joining, at);
  if (room.participants.length >= room.max_size) return hangUp(state, left, at, 'the conference is full');
  join(state, room, call.id, joining, at);
  const inside = changeCall(state, left, { conference_id: room.id }, at);
  return note(state, inside, 'calling.conference.joined', at, { conference_id: room.id, name: room.name });
}

const relayTarget = (url: string) => ({ style: 'relay', url, method: 'POST', events: [] }) as const;

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
