import type { CaseRows } from '../../case-contract.js';
import { counted } from '../parts/format.js';

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
