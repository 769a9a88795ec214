import { useEffect, useState } from 'preact/hooks';
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
  const [isRunning, setRunning] = useState(false);
  const [failure, setFailure] = useState<string>();
  const advance = async (seconds: number) => {
    try {
      await model.api.post('control/clock', { advance_seconds: seconds });
      setFailure(undefined);
    } catch (error) {
      setFailure(messageOf(error));
      setRunning(false);
    }
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: the timer belongs to the switch alone.
  useEffect(() => {
    if (!isRunning) return;
    const timer = setInterval(() => void advance(1), 1_000);
    return () => clearInterval(timer);
  }, [isRunning]);
  const seconds = Number(custom);
  const isValid = custom.trim() !== '' && Number.isFinite(seconds) && seconds >= 0;
  return (
    <div class="panel narrow">
      <div class="head">
        <h1>Clock</h1>
      </div>
      {(problem ?? failure) !== undefined && <p class="problem">{problem ?? failure}</p>}
      <p class="clock-time">
        <span>{value?.now.slice(11, 19) ?? '––:––:––'}</span>
        <span class="quiet">{value?.now.slice(0, 10)} UTC, simulated</span>
      </p>
      <p>
        Each request takes one second of the simulated time. When you advance it further, calls end, messages are
        delivered and callbacks are sent, in the order in which they are due.
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
      <h2>Run</h2>
      <div class="actions">
        <button type="button" class={isRunning ? '' : 'primary'} onClick={() => setRunning(!isRunning)}>
          {isRunning ? 'Stop' : 'Run in real time'}
        </button>
        <span class="quiet">{isRunning ? 'The clock advances while this panel is open.' : ''}</span>
      </div>
    </div>
  );
}
