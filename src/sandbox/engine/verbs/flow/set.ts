import { any, either, list, map, text } from '../parameters.js';
import { swmlVerb } from '../verb.js';
import { asText, plainFlow } from './branches.js';

const common = { ...plainFlow, sets: [] } as const;

export const set = swmlVerb({
  ...common,
  name: 'set',
  summary: 'Set variables.',
  parameters: { variables: map(any(), { raw: true, required: true, doc: 'The values by name.' }) },
  whole: 'variables',
  start(context, { variables }) {
    const set: string[] = [];
    // In written order: a later value can use an earlier one of the same step.
    for (const [name, value] of Object.entries(variables)) {
      const known = context.substitute(value);
      context.set(name, known);
      if (set.length < 10) set.push(`${name} = ${asText(known).slice(0, 100)}`);
    }
    context.report(`sets ${set.join(', ')}${set.length < Object.keys(variables).length ? ', …' : ''}`);
    return { do: 'next' };
  },
});

export const unset = swmlVerb({
  ...common,
  name: 'unset',
  summary: 'Remove variables.',
  parameters: {
    names: either([text({ names: 'variable' }), list(text({ names: 'variable' }))], {
      required: true,
      doc: 'One name or a list of names.',
    }),
  },
  whole: 'names',
  start(context, { names }) {
    const all = [names].flat();
    for (const name of all) context.set(name, undefined);
    context.report(`removes ${all.join(', ')}`);
    return { do: 'next' };
  },
});
