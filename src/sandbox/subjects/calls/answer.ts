import type { State } from '../../state/state.js';
import { after } from '../../time/moments.js';
import { later } from '../../time/schedule.js';
import { conferenceFor, type Joining, join } from '../conferences/conference.js';
import { heldDocument } from '../fabric/store/stored-document.js';
import { allQueues, isFull, lineUp, makeQueue, type Queue, queueNamed } from '../queues/queue.js';
import { begin, finish } from './actions/run.js';
import { allCalls, type Call, changeCall, note } from './call.js';
import { startsOf } from './document.js';
import { alone, hangUp, leavePlaces, moveTo } from './lifecycle.js';
import { isOver } from './states.js';

const DETECTED_AFTER_MS = 2000;

/** Answers a call and starts the actions that were planned for the answer. */
export function answer(state: State, call: Call, at: string): Call {
  const { on_answer } = call;
  const queue = on_answer.queue_id === undefined ? undefined : allQueues(state).get(on_answer.queue_id);
  if (on_answer.queue_id !== undefined && (!queue || isFull(queue)))
    return moveTo(state, call, 'busy', at, queue ? 'the queue is full' : 'the queue is gone');
  let now = moveTo(state, call, 'answered', at);
  if (queue) now = waitIn(state, now, queue, at);
  if (on_answer.recording) now = begin(state, now, 'record', { recording: on_answer.recording }, at);
  if (on_answer.detection) later(state, { at: after(at, DETECTED_AFTER_MS), what: 'call is told apart', of: call.id });
  if (on_answer.hangs_up_after_ms !== undefined)
    later(state, { at: after(at, on_answer.hangs_up_after_ms), what: 'call is left', of: call.id });
  now = runDocument(state, now, at);
  const far = now.far_end === null ? undefined : allCalls(state).get(now.far_end);
  if (far?.status === 'ringing') answer(state, far, at);
  return now;
}

/**
 * Sends an answered call to another document. It leaves its queue, conference and bridge, and actions that only
 * documents can start are ended.
 */
export function sendTo(state: State, call: Call, { url, swml }: { url?: unknown; swml?: unknown }, at: string): Call {
  const left = leavePlaces(state, alone(state, call, at), at);
  if (isOver(left.status)) return left;
  const quiet = left.actions
    .filter(({ kind }) => OF_DOCUMENTS.includes(kind))
    .reduce((rest, action) => finish(state, rest, action, at), left);
  const isUrl = typeof url === 'string';
  const document = { url: isUrl ? url : null, swml: isUrl ? null : (swml ?? null), unread: isUrl };
  return runDocument(state, changeCall(state, quiet, document, at), at);
}
const OF_DOCUMENTS: readonly string[] = ['ai', 'send_fax', 'receive_fax'];

/** Adds an answered call to a queue. A call is in one queue or conference at a time. */
export function waitIn(state: State, call: Call, queue: Queue, at: string): Call {
  const left = leavePlaces(state, call, at);
  if (isOver(left.status)) return left;
  lineUp(state, allQueues(state).get(queue.id) as Queue, call.id, at);
  const waiting = changeCall(state, left, { queue_id: queue.id }, at);
  return note(state, waiting, 'calling.queue.entered', at, { queue_id: queue.id, name: queue.name });
}

function runDocument(state: State, call: Call, at: string): Call {
  const { read, swml } = documentOf(state, call);
  const { actions, queue, conference } = startsOf(swml);
  let now = actions.reduce((running, { kind, params }) => {
    const { control_id, status_url } = params;
    if (running.actions.some((one) => one.kind === kind || one.control_id === control_id)) return running;
    const tells = typeof status_url === 'string' ? RELAY(status_url) : null;
    return begin(state, running, kind, { control_id, params, tells }, at);
  }, read);
  if (queue !== undefined) {
    const line = queueNamed(state, queue) ?? makeQueue(state, { name: queue });
    if (isFull(line)) return hangUp(state, now, at, 'the queue is full');
    now = waitIn(state, now, line, at);
  }
  return conference ? enter(state, now, conference, at) : now;
}

/** Reads a document that the platform itself stores. Other servers are not contacted. */
function documentOf(state: State, call: Call): { read: Call; swml: unknown } {
  // `ring` runs the document of a call from outside step by step.
  const isRung = call.direction === 'inbound' && call.far_end === null;
  const held = call.url === null || isRung ? undefined : heldDocument(state, call.url);
  if (held?.type !== 'application/json') return { read: call, swml: call.swml };
  return { read: changeCall(state, call, { unread: false }, call.updated_at), swml: JSON.parse(held.text) };
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

const RELAY = (url: string) => ({ style: 'relay', url, method: 'POST', events: [] }) as const;
