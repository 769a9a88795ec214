import type { Outcome } from '../../run/outcome.js';
import type { StepContext } from '../../run/step-context.js';
import { text, whole } from '../parameters.js';
import { swmlVerb } from '../verb.js';
import { isTrue, plainFlow } from './branches.js';

const common = { ...plainFlow, sets: [] } as const;

export const goto = swmlVerb({
  ...common,
  name: 'goto',
  summary: 'Jump to a label of the section.',
  parameters: {
    label: text({ required: true, names: 'label', doc: 'The name of a label in this section.' }),
    when: text({ form: 'expression', doc: 'A JavaScript expression: jumps only if it is true.' }),
    max: whole({ default: 100, min: 1, max: 100, variable: true, doc: 'The maximum number of jumps.' }),
  },
  start(context, { label: to, when, max }) {
    if (when !== undefined && !isTrue(context, when)) {
      context.report('does not jump, because the condition is false');
      return { do: 'next' };
    }
    return jumpUpTo(context, to, max) ?? { do: 'next' };
  },
});

export const label = swmlVerb({
  ...common,
  name: 'label',
  summary: 'Mark a place for goto.',
  parameters: { name: text({ required: true, doc: 'The name of the label.' }) },
  shorthand: 'name',
  start(context, { name }) {
    context.report(`label ${name}`);
    return { do: 'next' };
  },
});

/** Jumps to a label, up to a number of times. Returns undefined when the jumps are used up. */
export function jumpUpTo(context: StepContext, label: string, max: number): Outcome | undefined {
  const jumps = context.count();
  if (jumps <= max) return { do: 'jump', label };
  // A limit that the document sets is intended.
  if (context.step.params.max === undefined && context.message === null)
    context.problem(`goto ${label} ends after ${max} jumps, which is the limit: is there a loop?`);
  context.report(`does not jump: ${max} of ${max} jumps are used`);
  return undefined;
}
