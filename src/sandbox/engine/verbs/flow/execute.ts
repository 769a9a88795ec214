import { any, either, map, steps, text } from '../parameters.js';
import { swmlVerb } from '../verb.js';
import { asText, follow, plainFlow, result } from './branches.js';
import { describeTarget, destination } from './destination.js';

const dest = {
  dest: either([text({ raw: true, names: 'section', form: 'document' }), map(any(), { raw: true })], {
    required: true,
    doc: 'A section, a URL or an inline document.',
  }),
  params: map(any(), { doc: 'The `params` of the section or document.' }),
  meta: map(any(), { doc: 'Ignored by the platform.', ignored: true }),
} as const;

export const execute = swmlVerb({
  ...plainFlow,
  name: 'execute',
  summary: 'Run a section or another document, and return.',
  parameters: {
    ...dest,
    on_return: steps({ doc: 'Steps to run after the return.' }),
    result,
  },
  shorthand: 'dest',
  sets: ['return_value'],
  start(context, { dest: to, params = {} }) {
    const target = destination(context, to);
    if (!target) return { do: 'next' };
    context.report(`executes ${describeTarget(target)}`);
    return { do: 'call', target, params, phase: 'returned' };
  },
  resume(context, event, { on_return, result: branches }) {
    if (event.kind !== 'returned') return { do: 'next' };
    if (event.phase === 'returned') {
      context.set('return_value', event.value ?? '');
      if (event.value !== undefined) context.report(`returned ${asText(event.value).slice(0, 200)}`);
      if (on_return !== undefined) return { do: 'branch', list: on_return, phase: 'after on_return' };
    }
    return follow(context, branches, 'return_value');
  },
});

export const transfer = swmlVerb({
  ...plainFlow,
  name: 'transfer',
  summary: 'Continue in a section or another document, without return.',
  alsoCalled: ['redirect'],
  parameters: dest,
  shorthand: 'dest',
  start(context, { dest: to, params = {} }) {
    const target = destination(context, to);
    if (!target) return { do: 'hangup', reason: 'stopped: the transfer has no destination' };
    context.report(`continues with ${describeTarget(target)}`);
    return { do: 'transfer', target, params };
  },
});

export const returnVerb = swmlVerb({
  ...plainFlow,
  name: 'return',
  summary: 'End the section and return a value.',
  parameters: { value: any({ doc: 'The value that `execute` stores in `return_value`.' }) },
  whole: 'value',
  start(context, { value }) {
    const isNothing = value === null || (typeof value === 'object' && Object.keys(value).length === 0);
    context.report(isNothing ? 'returns' : `returns ${asText(value).slice(0, 200)}`);
    return { do: 'return', value: isNothing ? undefined : value };
  },
});
