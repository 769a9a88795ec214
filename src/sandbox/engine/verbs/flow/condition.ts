import { evaluate } from '../../expression/index.js';
import { any, either, steps, text } from '../parameters.js';
import { swmlVerb } from '../verb.js';
import { asText, cases, chosenCase, chosenCondition, condition, plainFlow } from './branches.js';

const NEXT = { do: 'next' } as const;

export const cond = swmlVerb({
  ...plainFlow,
  name: 'cond',
  summary: 'Run the steps of the first condition that is true.',
  parameters: { branches: condition },
  whole: 'branches',
  start(context, { branches = [] }) {
    const branch = chosenCondition(context, branches as never); // Each entry has when and then, or else.
    context.report(branch ? 'branches' : 'no condition is true');
    if (!branch) return NEXT;
    context.branch(branch.text);
    return { do: 'branch', list: branch.list };
  },
});

export const switchVerb = swmlVerb({
  ...plainFlow,
  name: 'switch',
  summary: 'Run the steps for the value of a variable.',
  parameters: { ...cases, variable: text({ required: true, names: 'variable', doc: 'The name of a variable.' }) },
  start(context, params) {
    const branch = chosenCase(context, params);
    context.report(branch ? 'branches' : 'no case matches');
    if (!branch) return NEXT;
    context.branch(branch.text);
    return { do: 'branch', list: branch.list };
  },
});

export const ifVerb = swmlVerb({
  ...plainFlow,
  name: 'if',
  summary: 'Run steps if a condition is true. Only the SDKs name this verb.',
  parameters: {
    when: text({ form: 'expression', doc: 'A JavaScript expression.' }),
    condition: text({ form: 'expression', doc: 'The same as `when`.' }),
    // biome-ignore lint/suspicious/noThenProperty: the name on the wire.
    then: steps({ required: true, doc: 'Steps for a true condition.' }),
    else: steps({ doc: 'Steps for a false condition.' }),
  },
  oneOf: [['when', 'condition']],
  start(context, { when, condition: other, ...branches }) {
    const entry = { when: when ?? other ?? 'false', ...branches };
    const branch = chosenCondition(context, [entry]);
    context.report(branch ? 'branches' : 'the condition is false');
    if (!branch) return NEXT;
    context.branch(branch.text);
    return { do: 'branch', list: branch.list };
  },
});

export const evalVerb = swmlVerb({
  ...plainFlow,
  name: 'eval',
  summary: 'Evaluate an expression. Only the SDKs name this verb.',
  parameters: { expression: either([text({ form: 'expression' }), any()], { doc: 'A JavaScript expression.' }) },
  whole: 'expression',
  start(context, { expression }) {
    const evaluated = evaluate(asText(expression), context.scope);
    if ('problem' in evaluated) context.fails('relay_script_js_eval_error', evaluated.problem);
    context.report('value' in evaluated ? `evaluates to ${asText(evaluated.value).slice(0, 200)}` : 'fails');
    return NEXT;
  },
});
