import type { RequestRow } from '../../contract.js';
import { markOf } from './row-text.js';

export interface Filter {
  readonly text: string;
  readonly operation: string;
  readonly status: string;
}

/** The choices of the status filter: the value in the address, and its name. */
export const STATUSES = [
  ['', 'All statuses'],
  ['failed', 'Failed'],
  ['warning', 'Likely typos'],
  ['2', '2xx'],
  ['4', '4xx'],
  ['5', '5xx'],
] as const;

export const isFailed = ({ status }: Pick<RequestRow, 'status'>): boolean => status === null || status >= 400;

function hasStatus(row: RequestRow, status: string): boolean {
  if (status === 'failed') return isFailed(row);
  return status === 'warning' ? row.warning !== undefined : String(row.status)[0] === status;
}

export const filterOf = (query: Readonly<Record<string, string>>): Filter => ({
  text: query.text ?? '',
  operation: query.operation ?? '',
  status: query.status ?? '',
});

export function filtered(rows: readonly RequestRow[], { text, operation, status }: Filter): readonly RequestRow[] {
  if (text === '' && operation === '' && status === '') return rows;
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return rows.filter((row) => {
    if (status !== '' && !hasStatus(row, status)) return false;
    if (operation !== '' && row.operation !== operation) return false;
    if (words.length === 0) return true;
    const all =
      `${row.method} ${row.path} ${row.operation ?? ''} ${row.status ?? row.fault ?? ''} ${markOf(row) ?? ''}`.toLowerCase();
    return words.every((word) => all.includes(word));
  });
}
