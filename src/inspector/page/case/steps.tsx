import type { CaseState } from '../../case-contract.js';
import { useKeys } from '../model/keys.js';
import { type Model, open } from '../model/model.js';
import { hashOf } from '../model/route.js';

/** The steps of a case, in the order of work. Each has its own address. */
export const STEPS = [
  ['import', 'Found'],
  ['review', 'Personal data'],
  ['causes', 'Causes'],
  ['minimal', 'Minimise'],
  ['replay', 'Replay'],
  ['export', 'Export'],
] as const;
export type StepName = (typeof STEPS)[number][0];

interface Props {
  readonly model: Model;
  readonly state: CaseState;
  readonly step: StepName;
}

/** Before the review, only what was found and the review itself can be opened. */
export const isOpen = ({ isReviewed }: CaseState, step: StepName): boolean =>
  isReviewed || step === 'import' || step === 'review';

export function Steps({ model, state, step }: Props) {
  const names = STEPS.map(([name]) => name).filter((name) => isOpen(state, name));
  const go = (by: number) => {
    const name = names[names.indexOf(step) + by];
    if (name !== undefined) open({ panel: 'case', words: [name] });
  };
  useKeys(model, { '[': () => go(-1), ']': () => go(1) });
  return (
    <nav class="steps" aria-label="Steps of the case">
      <ol>
        {STEPS.map(([name, title], index) => (
          <li key={name}>
            {isOpen(state, name) ? (
              <a href={hashOf({ panel: 'case', words: [name] })} aria-current={name === step ? 'step' : undefined}>
                <span class="step-number">{index + 1}</span> {title}
              </a>
            ) : (
              // biome-ignore lint/a11y/useValidAnchor: a link that cannot be followed yet.
              <a role="link" aria-disabled="true">
                <span class="step-number">{index + 1}</span> {title}
              </a>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}
