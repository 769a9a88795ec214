import type { Outcome } from '../run/outcome.js';
import type { StepContext } from '../run/step-context.js';

/** Jumps to a label, up to a number of times. Returns undefined when the jumps are used up. */
export function jumpUpTo(context: StepContext, label: string, max: number): Outcome | undefined {
  const jumps = context.count();
  if (jumps <= max) {
    context.report(`jumps to ${label}`);
    return { do: 'jump', label };
  }
  // A limit that the document sets is intended.
  if (context.step.params.max === undefined && context.message === null)
    context.problem(`goto ${label} ends after ${max} jumps, which is the limit: is there a loop?`);
  context.report(`does not jump: ${max} of ${max} jumps are used`);
  return undefined;
}
