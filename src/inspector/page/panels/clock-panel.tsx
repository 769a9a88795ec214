import { useState } from 'preact/hooks';
import type { Model } from '../model/model.js';
import { useResource } from '../model/use-resource.js';
import { counted, messageOf } from '../parts/format.js';

const STEPS = [
  ['1 second', 1],
  ['1 minute', 60],
  ['10 minutes', 600],
  ['1 hour', 3_600],
  ['1 day', 86_400],
] as const;

/** The simulated clock: the time, and the controls that advance it. */
export function ClockPanel({ model }: { readonly model: Model }) {
  const { value, problem } = useResource<{ readonly now: string }>(model, 'control/clock', model.version.value);
  const [failure, setFailure] = useState<string>();
  const { isRunning, problem: stopped, start, stop } = model.realTime;
  const advance = async (seconds: number) => {
    try {
      await model.api.post('control/clock', { advance_seconds: seconds });
      setFailure(undefined);
    } catch (error) {
      setFailure(messageOf(error));
    }
  };
  const shownProblem = problem ?? failure ?? stopped.value;
  return (
    <div class="panel">
      <div class="head">
        <h1>Clock</h1>
      </div>
      {shownProblem !== undefined && <p class="problem">{shownProblem}</p>}
      <div class="columns">
        <div class="column">
          <p class="clock-time">
            <span>{value?.now.slice(11, 19) ?? '––:––:––'}</span>
            <span class="quiet">{value?.now.slice(0, 10)} UTC, simulated</span>
          </p>
          <p>
            Each request that the sandbox accepts advances the clock by one second: not one with wrong credentials, and
            not one that an injected fault answers. When you advance it further, calls end, messages are delivered and
            callbacks are sent, in order.
          </p>
        </div>
        <div class="column">
          <h2>Advance</h2>
          <div class="actions">
            {STEPS.map(([name, step]) => (
              <button key={name} type="button" onClick={() => void advance(step)}>
                {name}
              </button>
            ))}
          </div>
          <SecondsForm onAdvance={(seconds) => void advance(seconds)} />
          <h2>Real time</h2>
          <div class="actions">
            <button type="button" class={isRunning.value ? '' : 'primary'} onClick={isRunning.value ? stop : start}>
              {isRunning.value ? 'Stop' : 'Run in real time'}
            </button>
            <span class="quiet">
              {isRunning.value
                ? 'The clock runs while a page of this sandbox is open. Each page shows it, and can stop it.'
                : 'Messages, and calls of the API, then happen as the time passes. A call that you ring on the page still runs to its end at once.'}
            </span>
          </div>
        </div>
      </div>
    </div>
  );
}

const YEAR = 365.25 * 86_400;
const MAX_WITHOUT_QUESTION = 10 * YEAR;

/** Any number of seconds. Many years are asked about: they can be a typo, and the clock does not go back. */
function SecondsForm({ onAdvance }: { readonly onAdvance: (seconds: number) => void }) {
  const [text, setText] = useState('30');
  const [asked, setAsked] = useState<number>();
  const seconds = Number(text);
  const isValid = Number.isFinite(seconds) && seconds > 0;
  const isAsking = asked === seconds;
  return (
    <form
      class="inline"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isValid) return;
        const isQuestion = seconds > MAX_WITHOUT_QUESTION && !isAsking;
        setAsked(isQuestion ? seconds : undefined);
        if (!isQuestion) onAdvance(seconds);
      }}
    >
      <label>
        Seconds
        <input
          type="number"
          min="0"
          step="any"
          value={text}
          onInput={({ currentTarget }) => {
            setText(currentTarget.value);
            setAsked(undefined);
          }}
        />
      </label>
      <button type="submit" class={isAsking ? 'danger' : ''} disabled={!isValid}>
        {isAsking ? 'Advance anyway' : 'Advance'}
      </button>
      {isAsking && (
        <p class="notice" role="alert">
          These are {counted(Math.floor(seconds / YEAR), 'year')}. The clock goes back only with a snapshot, or when you
          reset the sandbox.
        </p>
      )}
    </form>
  );
}
