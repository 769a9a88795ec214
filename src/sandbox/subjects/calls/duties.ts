import type { State } from '../../state/state.js';
import type { Due, Duties } from '../../time/schedule.js';
import { finish, resume } from './actions/run.js';
import { answer } from './answer.js';
import { allCalls, type Call, changeCall, note } from './call.js';
import { moveTo } from './lifecycle.js';

/** Scheduled events of calls. */
export const callDuties: Duties = {
  'call rings': on(['queued'], (state, call, at) => moveTo(state, call, 'ringing', at)),
  'call answers': on(['queued', 'ringing'], answer),
  'call is busy': on(['queued', 'ringing'], (state, call, at) => moveTo(state, call, 'busy', at, 'the line is busy')),
  'call fails': on(['queued', 'ringing'], (state, call, at) =>
    moveTo(state, call, 'failed', at, 'nobody can be reached'),
  ),
  'call is given up': on(['queued', 'ringing'], (state, call, at) =>
    moveTo(state, call, 'no-answer', at, 'nobody answered in time'),
  ),
  'call is left': on(['answered'], (state, call, at) => moveTo(state, call, 'ended', at, 'the other side hung up')),
  'call is told apart': on(['answered'], (state, call, at) => {
    const answered_by = call.machine ? 'machine' : 'human';
    note(state, changeCall(state, call, { answered_by }, at), 'calling.detect.finished', at, { answered_by });
  }),
  'action ends': (state, due) => {
    const call = allCalls(state).get(due.of);
    // The action may have been paused, stopped, or restarted with another end time.
    const action = call?.actions.find(({ id, ends_at }) => id === due.part && ends_at === due.at);
    if (!call || !action) return;
    const { kind, control_id } = action;
    note(state, finish(state, call, action, due.at), `calling.${kind}.finished`, due.at, { control_id });
  },
  'hold ends': (state, due) => {
    const call = allCalls(state).get(due.of);
    const action = call?.actions.find(
      ({ id, paused, facts }) => id === due.part && paused && facts.held_until === due.at,
    );
    if (call && action) note(state, resume(state, call, action, due.at), 'calling.ai_unhold', due.at);
  },
};

/** Runs the handler if the call is still in one of these states. */
function on(states: readonly Call['status'][], does: (state: State, call: Call, at: string) => unknown) {
  return (state: State, { of, at }: Due): void => {
    const call = allCalls(state).get(of);
    if (call && states.includes(call.status)) does(state, call, at);
  };
}
