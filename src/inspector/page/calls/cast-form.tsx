import { useState } from 'preact/hooks';
import type { CastReport, CastReportParty } from '../../contract.js';
import type { Model } from '../model/model.js';
import { hashOf } from '../model/route.js';
import { useResource } from '../model/use-resource.js';
import { messageOf } from '../parts/format.js';

/** Runs several callers on one clock, and shows what each of them hears and does. */
export function CastForm({ model }: { readonly model: Model }) {
  const { value: example } = useResource<string>(model, 'casts/example');
  const { text, report } = model.cast.value;
  const [isOpen] = useState(report !== undefined);
  const [problem, setProblem] = useState<string>();
  const [isRunning, setRunning] = useState(false);
  const cast = text ?? example ?? '';
  const run = async (event: Event) => {
    event.preventDefault();
    setRunning(true);
    try {
      const result = await model.api.post<CastReport>('casts', cast);
      model.cast.value = { ...model.cast.value, report: result };
      setProblem(undefined);
      model.report.value = result.failures.length === 0 ? 'The cast passed' : 'The cast failed';
    } catch (error) {
      model.cast.value = text === undefined ? {} : { text };
      setProblem(messageOf(error));
    } finally {
      setRunning(false);
    }
  };
  return (
    <details class="card cast" open={isOpen}>
      <summary>Run a cast: several callers on one clock</summary>
      <form onSubmit={(event) => void run(event)}>
        <label>
          Cast (YAML)
          <textarea
            class="mono"
            rows={Math.min(18, cast.split('\n').length + 1)}
            spellcheck={false}
            value={cast}
            onInput={({ currentTarget }) => {
              model.cast.value = { ...model.cast.value, text: currentTarget.value };
            }}
          />
        </label>
        <p class="quiet">
          A cast has callers, called parties and expectations. It reads no files, so write documents in the cast.
        </p>
        <button type="submit" class="primary" disabled={isRunning || cast === ''}>
          {isRunning ? 'Running…' : 'Run the cast'}
        </button>
      </form>
      {problem !== undefined && (
        <p class="problem" role="alert">
          {problem}
        </p>
      )}
      {report && <Report report={report} />}
    </details>
  );
}

const Report = ({ report: { parties, failures, unused } }: { readonly report: CastReport }) => (
  <section aria-label="What happened in the cast">
    <p class={failures.length === 0 ? 'notice' : 'problem'} role="status">
      {failures.length === 0 ? 'All expectations are met.' : failures.join(' · ')}
    </p>
    {unused.length > 0 && <p class="quiet">Not used: {unused.join('; ')}</p>}
    {parties.map((party) => (
      <Party key={party.name} party={party} />
    ))}
  </section>
);

const Party = ({ party: { name, role, call, moments, expectations } }: { readonly party: CastReportParty }) => (
  <section class="party">
    <h3>
      {name} <span class="quiet">{role}</span>{' '}
      {call !== null && <a href={hashOf({ panel: 'calls', words: [call] })}>Show the call</a>}
    </h3>
    <dl class="pairs">
      {moments.map(({ time, text }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the moments never change their order.
        <div key={index}>
          <dt>{time}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
    <ul>
      {expectations.map(({ text, isMet }) => (
        <li key={text} class={isMet ? 'met' : 'not-met'}>
          <strong>{isMet ? 'ok' : 'not ok'}</strong> {text}
        </li>
      ))}
    </ul>
  </section>
);
