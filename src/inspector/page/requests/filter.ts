import type { FoundBody, RequestRow } from '../../contract.js';
import { missingWords, wordsIn } from '../model/matcher.js';
import { isCutShort, markOf } from './row-text.js';

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
  ['fault', 'Injected faults'],
  ['2', '2xx'],
  ['4', '4xx'],
  ['5', '5xx'],
] as const;

export const isFailed = (row: Pick<RequestRow, 'status' | 'injected'>): boolean =>
  row.status === null || row.status >= 400 || isCutShort(row);

function hasStatus(row: RequestRow, status: string): boolean {
  if (status === 'failed') return isFailed(row);
  if (status === 'fault') return row.injected !== undefined;
  return status === 'warning' ? row.warning !== undefined : String(row.status)[0] === status;
}

export const filterOf = (query: Readonly<Record<string, string>>): Filter => ({
  text: query.text ?? '',
  operation: query.operation ?? '',
  status: query.status ?? '',
});

/** What the server found in bodies, by the id of the request. */
export type FoundById = ReadonlyMap<number, FoundBody>;

/** The requests that the list shows. A word can be in the line of a request or in its bodies. */
export function filtered(
  rows: readonly RequestRow[],
  { text, operation, status }: Filter,
  found: FoundById = new Map(),
): readonly RequestRow[] {
  if (text === '' && operation === '' && status === '') return rows;
  const words = wordsIn(text);
  return rows.filter((row) => {
    if (status !== '' && !hasStatus(row, status)) return false;
    if (operation !== '' && row.operation !== operation) return false;
    const missing = missingWords(words, lineOf(row));
    return missing.every((word) => found.get(row.id)?.words.includes(word));
  });
}

/** What was found in a body and is not in the line of the request. */
export function partIn(row: RequestRow, text: string, found: FoundById): FoundBody | undefined {
  if (found.size === 0) return undefined;
  return missingWords(wordsIn(text), lineOf(row)).length === 0 ? undefined : found.get(row.id);
}

const lineOf = (row: RequestRow): string =>
  `${row.method} ${row.path} ${row.operation ?? ''} ${row.status ?? row.fault ?? ''} ${markOf(row) ?? ''}`;
