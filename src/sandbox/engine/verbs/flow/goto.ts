import { jumpUpTo } from '../../acts/jump.js';
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
    when: text({ doc: 'A JavaScript expression: jumps only if it is true.' }),
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
