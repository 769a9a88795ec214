import { useEffect } from 'preact/hooks';
import type { CaseState } from '../../case-contract.js';
import { type Model, open } from '../model/model.js';
import { ConfirmButton } from '../parts/confirm-button.js';
import { CausesView } from './causes-view.js';
import { ExportView } from './export-view.js';
import { FoundView } from './found-view.js';
import { MinimalView } from './minimal-view.js';
import { OpenForm } from './open-form.js';
import { ReplayView } from './replay-view.js';
import { ReviewView } from './review-view.js';
import { isOpen, STEPS, type StepName, Steps } from './steps.js';
import { type OpenedCase, useCase } from './use-case.js';

const VIEWS: Readonly<Record<StepName, (props: { readonly one: OpenedCase }) => preact.JSX.Element>> = {
  import: FoundView,
  review: ReviewView,
  causes: CausesView,
  minimal: MinimalView,
  replay: ReplayView,
  export: ExportView,
};

/** A ticket from a customer: what is in it, why it failed, and what to send instead. */
export function CasePanel({ model }: { readonly model: Model }) {
  const one = useCase(model);
  const { state, failure, run } = one;
  const step = stepIn(model, state);
  const isOpened = state !== undefined && state.name !== null;
  const Step = VIEWS[step];
  const close = () => {
    open({ panel: 'case' });
    void run(() => model.api.delete<CaseState>('case'));
  };
  const openWhole = async () => {
    if (await run(() => model.api.post<CaseState>('case/whole'))) open({ panel: 'case', words: ['minimal'] });
  };
  const name = state?.name;
  useEffect(() => {
    if (name) model.report.value = `The case is open: ${name}`;
  }, [model, name]);
  return (
    <div class="panel case">
      <div class="head">
        <h1>Case {isOpened && <span class="case-name quiet">{state.name}</span>}</h1>
        {state?.isSmaller && (
          <button type="button" disabled={one.isBusy} onClick={() => void openWhole()}>
            Back to the whole case
          </button>
        )}
        {isOpened && <ConfirmButton label="Close the case" question="Its results are lost." onConfirm={close} />}
      </div>
      <Problem problem={failure ?? problemIn(state, step, isOpened)} />
      {state && !isOpened && <OpenForm one={one} />}
      {isOpened && (
        <>
          <Steps model={model} state={state} step={step} />
          <Step one={one} />
        </>
      )}
    </div>
  );
}

/** A step that is not open yet leads to the review. */
function stepIn({ route }: Model, state: CaseState | undefined): StepName {
  const [step] = STEPS.find(([name]) => name === route.value.words[0]) ?? STEPS[0];
  return !state || isOpen(state, step) ? step : 'review';
}

/** The problem of a step is shown in that step. */
function problemIn(state: CaseState | undefined, step: StepName, isOpened: boolean): string | undefined {
  const { problem } = state ?? {};
  if (!problem) return undefined;
  return !isOpened || problem.name === step ? problem.message : undefined;
}

function Problem({ problem }: { readonly problem: string | undefined }) {
  if (problem === undefined) return null;
  const [line, kinds] = problem.split(SUPPORTED);
  return (
    <div class="problem" role="alert">
      <p class="lines">{line}</p>
      {kinds !== undefined && (
        <details>
          <summary>Supported formats</summary>
          <ul>
            {kinds.split('; ').map((kind) => (
              <li key={kind}>{kind}</li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}

/** The command line lists the formats in the same sentence. */
const SUPPORTED = / Supported formats: /;
