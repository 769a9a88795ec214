import { useEffect } from 'preact/hooks';
import type { CaseCauses, CaseState, CauseCard } from '../../case-contract.js';
import { Sheet } from '../parts/sheet.js';
import { Progress } from './step-parts.js';
import { type OpenedCase, useCasePart } from './use-case.js';

/** Why requests failed, with the words of the server first. */
export function CausesView({ one }: { readonly one: OpenedCase }) {
  const { model, state, isBusy, run, failure } = one;
  const { value, problem } = useCasePart<CaseCauses>(one, 'causes');
  const isMissing = state?.parts.causes === undefined && state?.problem?.name !== 'causes' && failure === undefined;
  const search = () => void run(() => model.api.post<CaseState>('case/causes'));
  // biome-ignore lint/correctness/useExhaustiveDependencies: the causes are searched for once.
  useEffect(() => {
    if (isMissing && !isBusy) search();
  }, [isMissing, isBusy]);
  if (problem !== undefined) return <p class="problem">{problem}</p>;
  if (!value && (isMissing || isBusy)) return <Progress one={one} text="Trying corrections on a copy of a sandbox…" />;
  if (!value)
    return (
      <p>
        <button type="button" onClick={search}>
          Try again
        </button>
      </p>
    );
  const { summary, failures, suspicious, notes } = value;
  return (
    <>
      <p>{summary}</p>
      <Levels />
      <Cards one={one} cards={failures} />
      {suspicious.length > 0 && (
        <h2>{failures.length === 0 ? 'Suspicious requests' : 'Suspicious requests that succeeded'}</h2>
      )}
      <Cards one={one} cards={suspicious} />
      {notes.length > 0 && (
        <ul class="quiet">
          {notes.map((note) => (
            <li key={note}>note: {note}</li>
          ))}
        </ul>
      )}
    </>
  );
}

const LEVELS = [
  ['certain', 'The response has the name of the field in an attribute of its own, or the recording shows the cause.'],
  [
    'likely',
    'Only the message of the response names the field, a known rule fits, or the sandbox rejects the same request.',
  ],
  ['possible', 'One of several explanations. Other possible causes follow.'],
] as const;

/** What docs/explain.md says about the levels. */
const Levels = () => (
  <details class="levels">
    <summary>How sure a cause is</summary>
    <dl class="pairs">
      {LEVELS.map(([level, text]) => (
        <div key={level}>
          <dt>{level}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  </details>
);

function Cards({ one, cards }: { readonly one: OpenedCase; readonly cards: readonly CauseCard[] }) {
  if (cards.length === 0) return null;
  return (
    <ul class="cards wide">
      {cards.map(({ exchange, title, level, parts }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a request can have two causes, and they keep their order.
        <li key={index} class="card">
          <div class="head">
            <h2>
              Request {exchange}: {title}
            </h2>
            <span class={`level ${level}`}>{level}</span>
          </div>
          <Sheet model={one.model} parts={parts} />
        </li>
      ))}
    </ul>
  );
}
