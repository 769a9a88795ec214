import { useState } from 'preact/hooks';
import type { Model } from '../model/model.js';
import { useResource } from '../model/use-resource.js';
import { messageOf } from '../parts/format.js';

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
  const [custom, setCustom] = useState('30');
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
  const seconds = Number(custom);
  const isValid = custom.trim() !== '' && Number.isFinite(seconds) && seconds >= 0;
  const shownProblem = problem ?? failure ?? stopped.value;
  return (
    <div class="panel narrow">
      <div class="head">
        <h1>Clock</h1>
      </div>
      {shownProblem !== undefined && <p class="problem">{shownProblem}</p>}
      <p class="clock-time">
        <span>{value?.now.slice(11, 19) ?? '––:––:––'}</span>
        <span class="quiet">{value?.now.slice(0, 10)} UTC, simulated</span>
      </p>
      <p>
        Each request advances the clock by one second. When you advance it further, calls end, messages are delivered
        and callbacks are sent, in order.
      </p>
      <h2>Advance</h2>
      <div class="actions">
        {STEPS.map(([name, step]) => (
          <button key={name} type="button" onClick={() => void advance(step)}>
            {name}
          </button>
        ))}
      </div>
      <form
        class="inline"
        onSubmit={(event) => {
          event.preventDefault();
          if (isValid) void advance(seconds);
        }}
      >
        <label>
          Seconds
          <input
            type="number"
            min="0"
            step="any"
            value={custom}
            onInput={({ currentTarget }) => setCustom(currentTarget.value)}
          />
        </label>
        <button type="submit" disabled={!isValid}>
          Advance
        </button>
      </form>
      <h2>Real time</h2>
      <div class="actions">
        <button type="button" class={isRunning.value ? '' : 'primary'} onClick={isRunning.value ? stop : start}>
          {isRunning.value ? 'Stop' : 'Run in real time'}
        </button>
        <span class="quiet">
          {isRunning.value
            ? 'The clock runs while this page is open, in each panel.'
            : 'Calls and messages then happen as they would on the platform.'}
        </span>
      </div>
    </div>
  );
}
