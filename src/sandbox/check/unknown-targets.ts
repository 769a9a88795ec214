import { nearest } from '../../util/index.js';
import { dialledNumber, sipProblem } from '../engine/cxml/verbs/dial-parties.js';
import type { CallDocument, Step } from '../engine/document/call-document.js';
import { type StepText, textsOf } from '../engine/document/step-values.js';
import { hasPlaceholder } from '../engine/expression/index.js';
import { queueProblem, streamProblem } from '../engine/verbs/routing/destinations.js';
import { destinationFormProblem } from '../subjects/calls/ends.js';
import { allSteps, type Finding, isWithin, listOf, sectionOf } from './finding.js';

/** Finds labels that do not exist, and called parties that no account can have. */
export const unknownTargets = (document: CallDocument): Finding[] =>
  allSteps(document).flatMap((step) =>
    textsOf(step).flatMap((text): Finding[] => {
      const problem = hasPlaceholder(text.text) ? undefined : problemOf(document, step, text);
      return problem === undefined
        ? []
        : [{ level: 'certain', at: text.at, word: text.text, message: `${step.at}: ${problem}` }];
    }),
  );

function problemOf(document: CallDocument, step: Step, { text, field }: StepText): string | undefined {
  if (field.names === 'label') return noLabel(document, step, text);
  if (field.form === 'number') return dialledNumber(text).problem;
  if (field.form === 'sip') return sipProblem(text);
  if (field.form !== 'destination') return undefined;
  return text.startsWith('stream:')
    ? streamProblem(text)
    : (queueProblem(text, step.params.transfer_after_bridge) ?? destinationFormProblem(text));
}

/** A jump leaves the branches of its section, and reaches the labels around them. */
function noLabel(document: CallDocument, step: Step, label: string): string | undefined {
  const list = listOf(step);
  const section = sectionOf(document, list);
  const labels = [...document.lists]
    .filter(([key]) => isWithin(list, key) && isWithin(key, section))
    .flatMap(([, steps]) =>
      steps.filter(({ verb }) => verb?.name === 'label').map(({ params }) => String(params.name)),
    );
  if (labels.includes(label)) return undefined;
  const meant = nearest(label, labels);
  return `there is no label ${label} in this section${meant === undefined ? '' : `. Did you mean ${meant}?`}`;
}
