import type { CallDocument } from '../engine/document/call-document.js';
import { textsOf } from '../engine/document/step-values.js';
import { hasPlaceholder } from '../engine/expression/index.js';
import { isRecord } from '../request/read-json.js';
import { QUEUE } from '../subjects/calls/callee.js';
import { allSteps } from './finding.js';

/** What callers and called parties can do that leads to other steps. */
export interface CallerChoices {
  /** The inputs that the document compares with: digits, or words. */
  readonly inputs: readonly string[];
  /** The called parties. */
  readonly parties: readonly string[];
  /** The names of its verbs. */
  readonly verbs: readonly string[];
  /** The queues whose callers it takes. */
  readonly queues: readonly string[];
}

export const NO_CHOICES: CallerChoices = { inputs: [], parties: [], verbs: [], queues: [] };

/** What a text is that names a called party, or a queue. */
const ENDS: ReadonlySet<string> = new Set(['destination', 'number', 'sip', 'queue']);

/** @internal Collects the cases of switches, the literals of conditions and the destinations of a document. */
export function choicesIn(document: CallDocument): CallerChoices {
  const inputs = new Set<string>();
  const parties = new Set<string>();
  const queues = new Set<string>();
  const steps = allSteps(document);
  for (const step of steps) {
    addCases(inputs, step.params);
    for (const { text, field } of textsOf(step)) {
      if (field.form === 'expression') for (const one of literalsIn(text)) inputs.add(one);
      if (field.form === undefined || !ENDS.has(field.form) || hasPlaceholder(text)) continue;
      const queue = field.form === 'queue' ? text : QUEUE.exec(text)?.[1];
      if (queue === undefined) parties.add(text);
      else queues.add(queue);
    }
  }
  const verbs = new Set(steps.map(({ name }) => name));
  return { inputs: [...inputs], parties: [...parties], verbs: [...verbs], queues: [...queues] };
}

/** The names of all cases in the parameters of a step. */
function addCases(inputs: Set<string>, value: unknown): void {
  if (!isRecord(value)) return;
  if (isRecord(value.case)) for (const name of Object.keys(value.case)) inputs.add(name);
  for (const one of Object.values(value)) addCases(inputs, one);
}

/** The texts and whole numbers in an expression. */
const literalsIn = (expression: string): string[] =>
  [...expression.matchAll(/'([^'\\]{1,40})'|"([^"\\]{1,40})"|(?<![\w.])(\d{1,12})(?![\w.])/g)].map(
    ([, single, double, digits]) => single ?? double ?? digits ?? '',
  );
