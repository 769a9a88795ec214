import { addCallback } from '../../outbound/callbacks.js';
import type { State } from '../../state/state.js';
import { between } from '../../time/clock.js';
import type { EventHandlers, ScheduledEvent } from '../../time/schedule.js';
import { finish, resume } from './actions/run.js';
import { answer } from './answer.js';
import { allCalls, type Call, changeCall, note } from './call.js';
import { hangUp, moveTo } from './lifecycle.js';
import { FAR_END_HUNG_UP } from './states.js';

export const callEvents: EventHandlers<
  | 'action ends'
  | 'call answers'
  | 'caller hangs up'
  | 'call fails'
  | 'call hangs up'
  | 'call is busy'
  | 'call reaches its limit'
  | 'call rings'
  | 'call times out'
  | 'hold ends'
  | 'machine detection ends'
> = {
  'call rings': on(['queued'], (state, call, at) => moveTo(state, call, 'ringing', at)),
  'call answers': on(['queued', 'ringing'], answer),
  'call is busy': on(['queued', 'ringing'], (state, call, at) =>
    moveTo(state, call, 'busy', at, call.is_declined ? 'the called party declined' : 'the line is busy'),
  ),
  'call fails': on(['queued', 'ringing'], (state, call, at) =>
    moveTo(state, call, 'failed', at, 'the number cannot be reached'),
  ),
  'call times out': on(['queued', 'ringing'], (state, call, at) =>
    moveTo(state, call, 'no-answer', at, 'the call was not answered in time'),
  ),
  'call hangs up': on(['answered'], (state, call, at) => moveTo(state, call, 'ended', at, FAR_END_HUNG_UP)),
  'call reaches its limit': on(['answered'], (state, call, at) =>
    moveTo(state, call, 'ended', at, 'the maximum duration is over'),
  ),
  'caller hangs up': on(['queued', 'ringing', 'answered'], (state, call, at) =>
    hangUp(state, call, at, 'the caller hung up'),
  ),
  'machine detection ends': on(['answered'], (state, call, at) => {
    const answered_by = call.machine ? 'machine' : 'human';
    note(state, changeCall(state, call, { answered_by }, at), 'calling.detect.finished', at, { answered_by });
    const { url, method } = call.on_answer.detection_callback ?? {};
    const MachineDetectionDuration = between(call.answered_at ?? at, at);
    const payload = { CallSid: call.id, AccountSid: state.project, AnsweredBy: answered_by, MachineDetectionDuration };
    addCallback(state, { url, method, at, event: 'call.detection', encoding: 'form', payload });
  }),
  'action ends': (state, event) => {
    const call = allCalls(state).get(event.of);
    // The action may have been paused, stopped, or restarted with another end time.
    const action = call?.actions.find(({ id, ends_at }) => id === event.part && ends_at === event.at);
    if (!call || !action) return;
    const { kind, control_id } = action;
    note(state, finish(state, call, action, event.at), `calling.${kind}.finished`, event.at, { control_id });
  },
  'hold ends': (state, event) => {
    const call = allCalls(state).get(event.of);
    const action = call?.actions.find(
      ({ id, paused, facts }) => id === event.part && paused && facts.held_until === event.at,
    );
    if (call && action) note(state, resume(state, call, action, event.at), 'calling.ai_unhold', event.at);
  },
};

/** Runs the handler if the call is still in one of these states. */
function on(states: readonly Call['status'][], run: (state: State, call: Call, at: string) => unknown) {
  return (state: State, { of, at }: ScheduledEvent): void => {
    const call = allCalls(state).get(of);
    if (call && states.includes(call.status)) run(state, call, at);
  };
}
