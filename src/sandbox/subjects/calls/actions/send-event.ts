import { addCallback } from '../../../outbound/callbacks.js';
import type { State } from '../../../state/state.js';
import { allRecordings, bytesOf, fileOf } from '../../recordings/recording.js';
import type { Action, Call } from '../call.js';
import { relayEvent } from '../status-callback.js';

export function sendActionEvent(state: State, call: Call, action: Action, what: string | undefined, at: string): void {
  const { callback, kind } = action;
  if (callback === null || what === undefined) return;
  const to = { url: callback.url, method: callback.method, at };
  if (callback.style === 'compat') {
    const event = what === 'finished' ? 'stream-stopped' : 'stream-started';
    addCallback(state, { ...to, event, encoding: 'form', payload: compatStream(state, call, action, event, at) });
    return;
  }
  if (kind === 'transcribe') {
    if (what === 'finished') {
      const params = { id: action.id, call_id: call.id, segment_id: call.id, text: '' };
      addCallback(state, { ...to, ...relayEvent(state, 'calling.transcript.completed', at, params) });
    }
    return;
  }
  if (kind === 'ai_sidecar') {
    const type = what === 'finished' ? 'stop' : what;
    const payload = ofSidecar(state, call, type, at);
    addCallback(state, { ...to, event: `ai_sidecar.${type}`, encoding: 'json', payload });
    return;
  }
  addCallback(state, {
    ...to,
    ...relayEvent(state, `calling.call.${kind}`, at, paramsOf(call, action, what, resultOf(state, action))),
  });
}

function paramsOf(
  call: Call,
  { id, kind, control_id, facts }: Action,
  state: string,
  ended: object | undefined,
): Record<string, unknown> & { call_id: string } {
  const common = { call_id: call.id, node_id: call.id, segment_id: call.id, control_id, state };
  switch (kind) {
    case 'stream':
      return { ...common, url: facts.url, ...(facts.name !== undefined && { name: facts.name }) };
    case 'record':
      return {
        ...common,
        ...(facts.isNested ? { ...(state === 'finished' && { record: ended }) } : { recording_id: id }),
      };
    case 'tap':
      return { ...common, ...facts.tap };
    case 'collect':
      return { ...common, result: { type: 'no_input' } };
    case 'detect': {
      const outcome = facts.outcome ?? (call.machine ? 'machine' : 'human');
      const event = facts.type === 'machine' ? outcome.toUpperCase() : 'finished';
      return { ...common, detect: { type: facts.type, params: { event } } };
    }
    default:
      return common;
  }
}

function compatStream(state: State, call: Call, { id, facts }: Action, event: string, at: string) {
  return {
    AccountSid: state.project,
    CallSid: call.id,
    StreamSid: id,
    StreamName: facts.name ?? id,
    ...(facts.track !== undefined && { StreamTrack: facts.track, 'Unique-ID': call.id }),
    StreamEvent: event,
    Timestamp: at,
  };
}

function ofSidecar(state: State, call: Call, type: string, at: string) {
  return {
    call_info: {
      project_id: state.project,
      space_id: state.project,
      call_id: call.id,
      content_type: 'text/swaig',
      content_disposition: 'sidecar',
      conversation_type: 'voice',
    },
    sidecar_event: {
      type,
      ts: Date.parse(at),
      tick_id: 0,
      channel_data: { call_id: call.id, caller_id_number: call.from, destination_number: call.to },
    },
  };
}

/** The result of a recording that a document made beside its steps. */
function resultOf(state: State, { id, kind, facts }: Action): object | undefined {
  const recording = kind === 'record' && facts.isNested ? allRecordings(state).get(id) : undefined;
  if (!recording) return undefined;
  const { format, recorded_ms } = recording;
  return { url: fileOf(state, recording), duration: recorded_ms / 1000, size: bytesOf(state, recording), format };
}
