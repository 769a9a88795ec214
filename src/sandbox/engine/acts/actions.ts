import { Refusal } from '../../respond/response.js';
import type { ActionKind } from '../../subjects/calls/actions/kinds.js';
import type { Plan } from '../../subjects/calls/actions/plans.js';
import { begin, finish } from '../../subjects/calls/actions/run.js';
import type { Action, CallbackTarget } from '../../subjects/calls/call.js';
import type { StepContext } from '../run/step-context.js';

interface Start extends Plan {
  readonly control_id?: string | undefined;
  readonly callback?: CallbackTarget | null;
}

/** Starts something that runs beside the document. Returns undefined, and reports why, if the call refuses it. */
export function startAction(context: StepContext, kind: ActionKind, start: Start): Action | undefined {
  const { control_id, ...more } = start;
  try {
    const named = control_id === undefined ? more : { ...more, control_id };
    return begin(context.state, context.call, kind, named, context.at).actions.at(-1);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    context.fails('relay_script_method_execute_failed', error.details?.message ?? `${kind} cannot start`);
    return undefined;
  }
}

/** Stops the action with this control id, or the last one of its kind. Returns false, and reports it, if none runs. */
export function stopAction(context: StepContext, kind: ActionKind, control_id?: string): boolean {
  const running = context.call.actions.filter((one) => one.kind === kind);
  const action = control_id === undefined ? running.at(-1) : running.find((one) => one.control_id === control_id);
  if (action) finish(context.state, context.call, action, context.at);
  else
    context.fails(
      'relay_script_method_execute_failed',
      `no ${kind} is running${control_id ? ` with the control_id ${control_id}` : ''}`,
    );
  return action !== undefined;
}

export const relayTarget = (url: string | undefined, method: 'GET' | 'POST' = 'POST'): CallbackTarget | null =>
  url === undefined ? null : { style: 'relay', url, method, events: [] };
