import { isPlain, jsonOf } from '../../../util/index.js';
import { type FoundRequest, type Importer, ignoredNote, type ReadInput } from '../found-request.js';
import { LeftOutCredentials } from '../left-out-credentials.js';
import { fieldsOfColumns, recordOfRow } from './column-names.js';
import { requestInRecord } from './read-json-log.js';
import { isRequestRecord } from './record-names.js';
import { unwrapped } from './records-in.js';

/** Reads tables of log services: a line with the names of the columns, and a request in each row. */
export const csvLog: Importer = {
  name: 'csv',
  title: 'a table of requests',
  summary: 'CSV exports of log services and logs of IIS, with a column for the method, the URL and the status',
  accepts: (text) => {
    const [names, ...rows] = tableIn(text.slice(0, MAX_LOOK));
    return names !== undefined && rows.slice(0, MAX_ROWS).some(({ cells }) => requestRecord(names.cells, cells));
  },
  read(text, file): ReadInput {
    const credentials = new LeftOutCredentials();
    const [names, ...rows] = tableIn(text);
    let ignored = 0;
    const requests = rows.flatMap(({ cells, line }): FoundRequest[] => {
      if (cells.every((cell) => cell.trim() === '')) return [];
      const record = requestRecord(names?.cells ?? [], cells);
      const place = `${file}, line ${line}`;
      const request = record && requestInRecord(record, place, credentials);
      if (!request) ignored++;
      return request ? [request] : [];
    });
    return { requests, problems: ignoredNote(file, ignored, 'row'), credentials: credentials.values };
  },
};

/** The first rows of a table can be about other things. */
const MAX_ROWS = 20;

/** A row whose columns have the names of a logger, or names with one meaning, or a cell with the record of a program. */
function requestRecord(names: readonly string[], cells: readonly string[]) {
  if (names.length < 2) return undefined;
  const plain = recordOf(names, cells);
  const fields = fieldsOfColumns(names);
  const named = recordOfRow(fields, cells);
  const isComplete = isRequestRecord(plain) && (named.status === undefined || Object.hasOwn(plain, 'status'));
  if (isComplete) return plain;
  // Any line with a comma has columns. A table of requests names that of the status.
  if (fields.includes('status') && isRequestRecord(named)) return named;
  if (isRequestRecord(plain)) return plain;
  for (const cell of cells) {
    const inner = cell.startsWith('{') ? jsonOf(cell) : undefined;
    const record = isPlain(inner) ? unwrapped(inner) : undefined;
    if (record && isRequestRecord(record))
      return { ...(named.time !== undefined && { timestamp: named.time }), ...record };
  }
  return undefined;
}

const MAX_LOOK = 2 ** 16;
const MAX_COLUMNS = 500;

interface Row {
  readonly cells: readonly string[];
  readonly line: number;
}

/** The names of the columns and the rows. The extended format of the W3C, which IIS writes, names them in a comment. */
function tableIn(text: string): Row[] {
  const names = /^#Fields: (.+?)\s*$/m.exec(text.slice(0, MAX_LOOK))?.[1];
  if (names === undefined) return rowsIn(text, delimiterOf(text));
  const rows = rowsIn(text, ' ').filter(({ cells }) => !cells[0]?.startsWith('#'));
  const columns = names.split(' ');
  // The date and the time are two columns.
  const [date, time] = [columns.indexOf('date'), columns.indexOf('time')];
  const timed = rows.map(({ cells, line }) => ({
    cells: [...cells, ...(date < 0 || time < 0 ? [] : [`${cells[date]}T${cells[time]}Z`])],
    line,
  }));
  return [{ cells: [...columns, ...(date < 0 || time < 0 ? [] : ['@timestamp'])], line: 1 }, ...timed];
}

/** The character that separates most columns of the first line. */
function delimiterOf(text: string): string {
  const first = text.slice(0, MAX_LOOK).split('\n', 1)[0] ?? '';
  const count = (char: string) => first.split(char).length;
  return [',', ';', '\t'].reduce((best, char) => (count(char) > count(best) ? char : best));
}

/** A cell can be in quotation marks, and have line ends and doubled quotation marks there. */
function rowsIn(text: string, delimiter: string): Row[] {
  const cell = new RegExp(`(?:"((?:[^"]|"")*)"|([^${delimiter}\\n]*))(${delimiter}|\\r?\\n|$)`, 'gy');
  const rows: Row[] = [];
  let [cells, line, next] = [[] as string[], 1, 1];
  for (let found = cell.exec(text); found && found[0] !== ''; found = cell.exec(text)) {
    const [all, quoted, plain = '', end] = found;
    if (cells.length < MAX_COLUMNS) cells.push(quoted?.replaceAll('""', '"') ?? plain.trim());
    next += all.split('\n').length - 1;
    if (end === delimiter) continue;
    rows.push({ cells, line });
    [cells, line] = [[], next];
  }
  return rows;
}

/** The name `http.status_code` of a column is the path of a field. */
function recordOf(names: readonly string[], cells: readonly string[]): Readonly<Record<string, unknown>> {
  const record: Record<string, unknown> = {};
  for (const [i, name] of names.entries()) {
    const steps = name
      .replace(/^[@\ufeff]/, '')
      .split('.')
      .slice(0, MAX_STEPS);
    let parent = record;
    for (const step of steps.slice(0, -1)) {
      const inner = Object.hasOwn(parent, step) ? parent[step] : undefined;
      const next: Record<string, unknown> = typeof inner === 'object' && inner !== null ? Object.assign(inner) : {};
      Object.defineProperty(parent, step, { value: next, enumerable: true, writable: true, configurable: true });
      parent = next;
    }
    Object.defineProperty(parent, steps.at(-1) ?? '', {
      value: cells[i] ?? '',
      enumerable: true,
      writable: true,
      configurable: true,
    });
  }
  return record;
}

const MAX_STEPS = 6;
