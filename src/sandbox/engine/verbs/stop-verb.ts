import type { ActionKind } from '../../subjects/calls/actions/kinds.js';
import { stopAction } from '../acts/actions.js';
import { text } from './parameters.js';
import { type AnyVerb, type Stage, swmlVerb } from './verb.js';

interface Stop {
  readonly name: string;
  readonly stage: Stage;
  readonly kind: ActionKind;
  /** The name of what runs, such as `stream`. */
  readonly thing: string;
  readonly summary: string;
  readonly callbacks: readonly string[];
}

/** Declares a verb that stops something that another verb started beside the document. */
export const stopVerb = ({ kind, thing, ...names }: Stop): AnyVerb =>
  swmlVerb({
    ...{ ...names, answers: false, sets: [`${names.name}_result`] },
    parameters: { control_id: text({ doc: `Default: the last ${thing} that was started.` }) },
    effect: { kind: 'simulated' },
    start(context, { control_id }) {
      const isStopped = stopAction(context, kind, control_id);
      context.set(`${names.name}_result`, isStopped ? 'success' : 'failed');
      context.report(isStopped ? `stops the ${thing}` : `no ${thing} is running`);
      return { do: 'next' };
    },
  });
