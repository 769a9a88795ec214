import { useState } from 'preact/hooks';
import type { CaseImport, CaseMinimal, CaseState } from '../../case-contract.js';
import { open } from '../model/model.js';
import { hashOf } from '../model/route.js';
import { Progress, RowsTable } from './step-parts.js';
import { type OpenedCase, useCasePart } from './use-case.js';

/** Finds the smallest recording that still fails in the same way. */
export function MinimalView({ one }: { readonly one: OpenedCase }) {
  const { model, state, isBusy, run } = one;
  const { value: found } = useCasePart<CaseImport>(one, 'import');
  const { value, problem } = useCasePart<CaseMinimal>(one, 'minimal');
  const [at, setAt] = useState('');
  const failures = found?.rows.filter(({ status }) => /^[45]/.test(status)) ?? [];
  const openSmaller = async () => {
    if (await run(() => model.api.post<CaseState>('case/smaller'))) open({ panel: 'case', words: ['import'] });
  };
  if (state?.work?.name === 'minimal')
    return <Progress one={one} text="Removing requests and replaying the rest…" isStoppable />;
  return (
    <>
      <p>
        Removes requests and fields, replays the rest on a sandbox, and finds the smallest recording that still fails in
        the same way. You can stop the search and use the best result so far.
      </p>
      <form
        class="inline"
        onSubmit={(event) => {
          event.preventDefault();
          const body = at === '' ? {} : { at: Number(at) };
          void run(() => model.api.post<CaseState>('case/minimal', body));
        }}
      >
        <label>
          Failure to reproduce
          <select value={at} onChange={({ currentTarget }) => setAt(currentTarget.value)}>
            <option value="">The last failure</option>
            {failures.map(({ first, status, request }) => (
              <option key={first} value={first}>
                {first} {request} {status}
              </option>
            ))}
          </select>
        </label>
        <button type="submit" class="primary" disabled={isBusy}>
          Minimise
        </button>
      </form>
      {problem !== undefined && <p class="problem">{problem}</p>}
      {value && (
        <section class="result">
          <h2>The smallest recording</h2>
          <p>{value.summary}</p>
          {value.failure !== null && <p class="mono">{value.failure}</p>}
          <div class="actions">
            <button type="button" disabled={isBusy} onClick={() => void openSmaller()}>
              Open the smaller case
            </button>
            <a class="button" href={hashOf({ panel: 'case', words: ['export', 'minimal'] })}>
              Download it
            </a>
          </div>
          {value.notes.map((note) => (
            <p key={note} class="quiet">
              note: {note}
            </p>
          ))}
          <RowsTable rows={value.rows} more={value.more} label="Requests of the smallest recording" />
        </section>
      )}
    </>
  );
}
