import { type CassetteDocument, exchangeNumbers } from '../../cassette/index.js';
import { counted } from '../../util/index.js';

const MAX_ROWS = 20;

/** Equal requests in a row share one. */
export interface TableRow {
  readonly first: number;
  last: number;
  readonly status: string;
  readonly request: string;
}

/** The requests and webhooks of a recording: their numbers, the status, and the operation. */
export function requestRows(documents: readonly CassetteDocument[]): TableRow[] {
  const numbers = exchangeNumbers(documents);
  const rows: TableRow[] = [];
  for (const [i, one] of documents.entries()) {
    const row = rowOf(one, numbers[i] ?? 0);
    const before = rows.at(-1);
    if (row && before && before.status === row.status && before.request === row.request) before.last = row.last;
    else if (row) rows.push(row);
  }
  return rows;
}

/** The requests of a recording as a table. The operation is last, so a narrow terminal keeps the columns. */
export function requestTable(documents: readonly CassetteDocument[]): string[] {
  const rows = requestRows(documents);
  const shown = rows.slice(0, MAX_ROWS);
  const ranges = shown.map(({ first, last }) => (first === last ? `${first}` : `${first}-${last}`));
  const widest = Math.max(0, ...ranges.map(({ length }) => length));
  const hidden = rows.slice(MAX_ROWS).reduce((sum, { first, last }) => sum + last - first + 1, 0);
  return [
    ...shown.map(({ status, request }, i) => `  ${(ranges[i] ?? '').padStart(widest)}  ${status}  ${request}`),
    ...(hidden > 0 ? [`  and ${counted(hidden, 'other request')}`] : []),
  ];
}

function rowOf(document: CassetteDocument, number: number): TableRow | undefined {
  if (document.kind !== 'http' && document.kind !== 'webhook') return undefined;
  const { request, response } = document;
  const { host, pathname } = new URL(request.url, 'https://host.invalid');
  const op = document.kind === 'http' ? document.op : undefined;
  const address = document.kind === 'webhook' ? `${host}${pathname}` : pathname;
  return {
    first: number,
    last: number,
    // Three characters, as a status: no response.
    status: response ? `${response.status}` : '---',
    request: op ?? `${request.method} ${address}${document.kind === 'webhook' ? ' (webhook)' : ''}`,
  };
}
