import { useState } from 'preact/hooks';
import type { CallStory } from '../../../sandbox/index.js';
import { type Model, open } from '../model/model.js';
import { messageOf } from '../parts/format.js';

interface Props {
  readonly model: Model;
  readonly story: CallStory;
}

/** What the user can do in a call that has not ended. */
export function RunningCall({ model, story: { id, from, to, direction } }: Props) {
  const [problem, setProblem] = useState<string>();
  const send = async (report: string, path: string, body?: unknown) => {
    try {
      await model.api.post(path, body);
      setProblem(undefined);
      model.report.value = report;
    } catch (error) {
      setProblem(messageOf(error));
    }
  };
  const advance = (seconds: number) => () =>
    void send(`${seconds} seconds passed`, 'control/clock', { advance_seconds: seconds });
  const ringAgain = () => {
    model.ringForm.value = { ...model.ringForm.value, number: to, from };
    open({ panel: 'calls' });
  };
  return (
    <section class="card running-call" aria-label="The call is running">
      <div class="actions">
        <strong>The call is running.</strong>
        <button type="button" class="small" onClick={advance(10)}>
          Advance 10 s
        </button>
        <button type="button" class="small" onClick={advance(60)}>
          Advance 1 min
        </button>
        <button type="button" class="small" onClick={() => void send('The call ended', `calls/${id}/end`)}>
          Hang up
        </button>
        {direction === 'inbound' && (
          <button type="button" class="small" onClick={ringAgain}>
            Ring again with keys or speech
          </button>
        )}
      </div>
      <p class="quiet">
        Keys and speech are set before a call begins.{' '}
        {direction === 'outbound' && (
          <>
            In a program:{' '}
            <code>
              sandbox.ring("{from}", {'{'} to: "{to}", digits: ["1"] {'}'})
            </code>
          </>
        )}
      </p>
      {problem !== undefined && (
        <p class="problem" role="alert">
          {problem}
        </p>
      )}
    </section>
  );
}
