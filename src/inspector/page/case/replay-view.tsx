import type { CaseReplay, CaseState, ReplayRow } from '../../case-contract.js';
import { counted } from '../parts/format.js';
import { Progress } from './step-parts.js';
import { type OpenedCase, useCasePart } from './use-case.js';

/** The requests sent again to a sandbox: which responses are the same, and which differ. */
export function ReplayView({ one }: { readonly one: OpenedCase }) {
  const { model, state, isBusy, run } = one;
  const { value, problem } = useCasePart<CaseReplay>(one, 'replay');
  if (state?.work?.name === 'replay')
    return <Progress one={one} text="Sending the requests to a sandbox…" isStoppable />;
  return (
    <>
      <p>
        Sends the requests to a separate sandbox with the resources of the case, and compares the responses. The sandbox
        of this page does not change.
      </p>
      <p>
        <button
          type="button"
          class={value ? '' : 'primary'}
          disabled={isBusy}
          onClick={() => void run(() => model.api.post<CaseState>('case/replay'))}
        >
          {value ? 'Replay again' : 'Replay'}
        </button>
      </p>
      {problem !== undefined && <p class="problem">{problem}</p>}
      {value && (
        <section class="result">
          <h2>{value.counts}</h2>
          <ol class="replayed" aria-label="Replayed requests">
            {value.rows.map((row, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the requests never change their order.
              <li key={index}>
                <Replayed row={row} />
              </li>
            ))}
          </ol>
          {value.more > 0 && <p class="quiet">and {counted(value.more, 'other request')}</p>}
          {value.notes.map((note) => (
            <p key={note} class="quiet">
              note: {note}
            </p>
          ))}
        </section>
      )}
    </>
  );
}

const TONES: Readonly<Record<string, string>> = { same: 'good', different: 'bad', missing: 'bad', added: 'bad' };

function Replayed({ row }: { readonly row: ReplayRow }) {
  const { exchange, outcome, request, status, differences } = row;
  return (
    <>
      <p class="replayed-head">
        <span class="quiet">{exchange}</span>
        <span class={`outcome ${TONES[outcome] ?? 'warn'}`}>{outcome}</span>
        <span class="replayed-request">{request}</span>
        <span>{status}</span>
      </p>
      {differences.length > 0 && (
        <dl class="differences mono">
          {differences.map(({ at, recorded, now }) => (
            <div key={at}>
              <dt>{at}</dt>
              <dd>recorded {recorded}</dd>
              <dd>replayed {now}</dd>
            </div>
          ))}
        </dl>
      )}
    </>
  );
}
