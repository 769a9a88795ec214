import { evaluate, lookup } from '../../expression/index.js';
import type { Outcome } from '../../run/outcome.js';
import type { StepContext } from '../../run/step-context.js';
import { either, list, map, object, steps, text, type ValuesOf } from '../parameters.js';

/** What verbs that only decide which step is next have in common. */
export const plainFlow = {
  stage: 'flow',
  answers: false,
  effect: { kind: 'simulated' },
} as const;

const IF = object({
  when: text({ required: true, form: 'expression', doc: 'A JavaScript expression.' }),
  // biome-ignore lint/suspicious/noThenProperty: the name on the wire.
  then: steps({ required: true, doc: 'Steps for a true condition.' }),
  else: steps({ doc: 'Steps if no other condition is true.' }),
});
const ELSE = object({ else: steps({ required: true, doc: 'Steps if no condition is true.' }) });

/** The entries of a `cond`. The first one whose condition is true runs. */
export const condition = list(either([IF, ELSE]), { doc: 'Conditions with their steps, in order.' });

export const cases = {
  variable: text({ names: 'variable', doc: 'The name of a variable.' }),
  case: map(steps(), { required: true, doc: 'Steps for each value.' }),
  default: steps({ doc: 'Steps for other values.' }),
} as const;

/** What runs after a step, depending on its result. */
export const result = either([object(cases), condition], { doc: 'Steps that depend on the result.' });

type Cases = ValuesOf<typeof cases>;
export type Result = Cases | readonly (ValuesOf<NonNullable<(typeof IF)['fields']>> | { readonly else: unknown })[];

interface Branch {
  readonly list: string;
  readonly text: string;
}

/** Opens the branch for the result of a step, or continues with the next step. */
export function follow(context: StepContext, branches: unknown, variable: string): Outcome {
  const branch = branches === undefined ? undefined : chosen(context, branches as Result, variable); // Typed by `result`.
  if (!branch) return { do: 'next' };
  context.branch(branch.text);
  return { do: 'branch', list: branch.list };
}

const chosen = (context: StepContext, branches: Result, variable: string): Branch | undefined =>
  'case' in branches
    ? chosenCase(context, { ...branches, variable: branches.variable ?? variable })
    : chosenCondition(context, branches as readonly Readonly<Record<string, string | undefined>>[]); // Not a switch.

/** Finds the case for the value of a variable. Compares as text: the number 5 matches the case `5`. */
export function caseOf<T>(
  context: StepContext,
  { variable = '', transform = '', case: all, default: other }: CasesOf<T>,
  code: string,
): { readonly value: T; readonly text: string } | undefined {
  const value = transformed(asText(lookup(variable, context.scope)), transform);
  const known = Object.hasOwn(all, value) ? all[value] : undefined;
  if (known !== undefined) return { value: known, text: `case ${value}` };
  const shown = JSON.stringify(value);
  if (other !== undefined) return { value: other, text: `default, because ${variable} is ${shown}` };
  context.fails(code, `no case for ${variable} = ${shown}`);
  return undefined;
}

interface CasesOf<T> {
  readonly variable?: string | undefined;
  /** Names such as `lowercase_trim`. */
  readonly transform?: string | undefined;
  readonly case: Readonly<Record<string, T>>;
  readonly default?: T | undefined;
}

function transformed(value: string, transform: string): string {
  const trimmed = transform.includes('trim') ? value.trim() : value;
  if (transform.startsWith('lowercase')) return trimmed.toLowerCase();
  return transform.startsWith('uppercase') ? trimmed.toUpperCase() : trimmed;
}

export function chosenCase(context: StepContext, cases: Cases): Branch | undefined {
  const found = caseOf(context, cases, 'relay_script_method_no_matching_condition');
  return found && { list: found.value, text: found.text };
}

export function chosenCondition(
  context: StepContext,
  entries: readonly Readonly<Record<string, string | undefined>>[],
): Branch | undefined {
  for (const { when, then } of entries)
    if (when !== undefined && then !== undefined && isTrue(context, when)) return { list: then, text: `when ${when}` };
  const other = entries.findLast((entry) => entry.else !== undefined)?.else;
  return other === undefined ? undefined : { list: other, text: 'else' };
}

/** Evaluates a condition. One that cannot be evaluated counts as false. */
export function isTrue(context: StepContext, expression: string): boolean {
  const evaluated = evaluate(expression, context.scope);
  if ('value' in evaluated) return Boolean(evaluated.value);
  // In a condition, a variable that was never set is allowed.
  if (!/is not defined/.test(evaluated.problem)) context.fails('relay_script_js_eval_error', evaluated.problem);
  return false;
}

export const asText = (value: unknown): string =>
  typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value ?? '');
