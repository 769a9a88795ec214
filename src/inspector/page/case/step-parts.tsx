// What several steps show.
import type { CaseRows, CaseState } from '../../case-contract.js';
import { counted } from '../parts/format.js';
import type { OpenedCase } from './use-case.js';

/** The requests of a recording: number, status and operation. */
export function RowsTable({ rows, more, label }: CaseRows & { readonly label: string }) {
  return (
    <>
      <table class="plain-table">
        <caption class="hidden">{label}</caption>
        <thead>
          <tr>
            <th scope="col">Number</th>
            <th scope="col">Status</th>
            <th scope="col">Request</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ first, last, status, request }) => (
            <tr key={first}>
              <td>{first === last ? first : `${first}–${last}`}</td>
              <td>
                <span class={`outcome ${toneOf(status)}`}>{status === '---' ? 'none' : status}</span>
              </td>
              <td class="wide">{request}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {more > 0 && <p class="quiet">and {counted(more, 'other request')}</p>}
    </>
  );
}

const toneOf = (status: string): string =>
  /^[123]/.test(status) ? 'good' : /^4/.test(status) ? 'warn' : /^5/.test(status) ? 'bad' : 'quiet';

interface Props {
  readonly one: OpenedCase;
  readonly text: string;
  readonly isStoppable?: boolean;
}

/** What runs, how far it is, and a button that stops it. */
export function Progress({ one, text, isStoppable = false }: Props) {
  const { model, state, run } = one;
  return (
    <div class="card progress">
      <p role="status">
        {text} <span class="quiet">{state?.work?.progress}</span>
      </p>
      <progress aria-label={text} />
      {isStoppable && (
        <button type="button" onClick={() => void run(() => model.api.post<CaseState>('case/stop'))}>
          Stop
        </button>
      )}
    </div>
  );
}
