import { matchRoute, methodsAt, operations, walkRows } from '../../../client/index.js';
import { isPlain, jsonOf } from '../../../util/index.js';
import { decodedEntities } from '../text/html-mail.js';
import { fieldsOfColumns, recordOfRow } from './column-names.js';
import { fieldAt } from './record-fields.js';
import { BODIES, isRequestRecord, URL_PATHS } from './record-names.js';

export const MAX_LOOK = 2 ** 18;
export const MAX_DEPTH = 4;

/** The lines between the records, with empty lines in the place of the records. Undefined if all lines are records. */
export function linesBetweenRecords(text: string): string | undefined {
  if (eventsIn(text).length > 0) return undefined;
  if (/^\s*[[{]/.test(text) && jsonOf(text.replace(/^\ufeff/, '')) !== undefined) return undefined;
  const lines = text
    .split(/\r?\n/)
    .map((line) => (isPlain(jsonOf(line.slice(Math.max(0, line.search(/\{/))))) ? '' : line));
  return lines.every((line) => line.trim() === '') ? undefined : lines.join('\n');
}

export interface NumberedRecord {
  readonly record: Readonly<Record<string, unknown>>;
  readonly number: number;
}

/** `isPart`: the text can be cut off. */
export function recordsIn(text: string, isPart: boolean): NumberedRecord[] {
  const events = eventsIn(text);
  if (events.length > 0) return events.map((record, i) => ({ record, number: i + 1 }));
  const whole = /^\s*[[{]/.test(text) ? jsonOf(text.replace(/^\ufeff/, '')) : undefined;
  const found =
    whole === undefined
      ? text.split(/\r?\n/).map((line) => jsonOf(line.slice(Math.max(0, line.search(/\{/)))))
      : recordsInside(whole);
  if (whole === undefined && isPart && /^\s*\[/.test(text)) return partialRecords(text);
  return (found as readonly unknown[]).flatMap((one, i) =>
    isPlain(one) ? [{ record: unwrapped(one), number: i + 1 }] : [],
  );
}

const EVENT = /<Event\b[^>]{0,400}>(.{0,100000}?)<\/Event>/gs;
const DATA = /<Data Name=["']([^"']{1,200})["']>([^<]{0,100000})<\/Data>/g;
const EVENT_TIME = /<TimeCreated SystemTime=["']([^"']{1,60})["']/;

/** The records of an event log of Windows: each `<Data Name="…">` of an event is a field. */
function eventsIn(text: string): Readonly<Record<string, unknown>>[] {
  if (!text.includes('<Data Name=')) return [];
  return [...text.matchAll(EVENT)].map(([, event = '']) => {
    const data = [...event.matchAll(DATA)].map(([, name = '', value = '']) => [name, decodedEntities(value)] as const);
    const time = EVENT_TIME.exec(event)?.[1];
    return { ...Object.fromEntries(data), ...(time !== undefined && { time }) };
  });
}

/** A list of records, or the lists with requests at any depth of an export. Without requests, the first list. */
function recordsInside(whole: unknown): readonly unknown[] {
  if (Array.isArray(whole) && whole.every(Array.isArray)) return whole.flat();
  if (!isPlain(whole) || isRequestRecord(whole)) return [whole].flat();
  const pairs = pairedRecords(whole);
  if (pairs.length > 0) return pairs;
  const lists = listsIn(whole);
  const withRequests = lists.filter((list) => list.some((one) => isPlain(one) && isRequestRecord(unwrapped(one))));
  return withRequests.length > 0 ? withBodiesBeside(withRequests.flat(), whole) : (lists[0] ?? [whole]);
}

/** A report of an error has one request in its history, and the bodies in another part: they are of this request. */
function withBodiesBeside(records: readonly unknown[], whole: unknown): readonly unknown[] {
  const requests = records.filter((one) => isPlain(one) && isRequestRecord(unwrapped(one)));
  const [request] = requests;
  if (requests.length !== 1 || !isPlain(request)) return records;
  const bodies = bodiesIn(whole);
  const isKnown = BODIES.some((name) => JSON.stringify(request).includes(`"${name}"`));
  return isKnown ? records : records.map((one) => (one === request ? { ...request, ...bodies } : one));
}

/** The fields that can only be the body of a request or a response, each if there is one of it. */
function bodiesIn(value: unknown): Readonly<Record<string, unknown>> {
  const found: [string, unknown][] = [];
  const search = (one: unknown, depth: number): void => {
    if (depth > MAX_NESTING || typeof one !== 'object' || one === null) return;
    for (const [name, inner] of Object.entries(one))
      if (BODIES.includes(name)) found.push([name, inner]);
      else search(inner, depth + 1);
  };
  search(value, 0);
  return Object.fromEntries(found.filter(([name]) => found.filter(([other]) => other === name).length === 1));
}

const MAX_NESTING = 12;
const NANOSECONDS = /^\d{19}$/;

/** The pairs of a time and a record as text, at any depth: the result of a query of Loki. */
function pairedRecords(value: unknown, depth = 0): readonly unknown[] {
  if (depth > MAX_NESTING || typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value) && value.length >= 2 && NANOSECONDS.test(String(value[0]))) {
    const record = typeof value[1] === 'string' ? jsonOf(value[1]) : undefined;
    return isPlain(record) ? [{ timestamp: value[0], ...record }] : [];
  }
  return Object.values(value).flatMap((one) => pairedRecords(one, depth + 1));
}

/** The lists of records in a value, the outer ones first. */
function listsIn(value: unknown, depth = 0): (readonly unknown[])[] {
  if (depth > MAX_NESTING || typeof value !== 'object' || value === null) return [];
  const own = Array.isArray(value) && value.some(isPlain) ? [value] : [];
  return [...own, ...Object.values(value).flatMap((one) => listsIn(one, depth + 1))];
}

/** The start of a list that is longer than what was looked at. */
const partialRecords = (text: string): NumberedRecord[] => {
  const end = text.search(/\n\s{0,4}\},/);
  const record = end < 0 ? undefined : jsonOf(`${text.slice(text.indexOf('{'), end)}}`);
  return isPlain(record) ? [{ record: unwrapped(record), number: 1 }] : [];
};

/** Clouds store the record of the program in a record of their own, as text or as a value. */
export function unwrapped(record: Readonly<Record<string, unknown>>, depth = 0): Readonly<Record<string, unknown>> {
  if (isRequestRecord(record) || depth > MAX_DEPTH) return record;
  const row = rowOf(record) ?? resultOfAnsible(record) ?? inspectedRequest(record);
  if (row) return row;
  for (const name of ENVELOPES) {
    const value = Array.isArray(record[name]) ? attributesOf(record[name]) : record[name];
    const text = typeof value === 'string' && value.includes('{') ? value.slice(value.indexOf('{')).trim() : undefined;
    const inner = isPlain(value) ? value : text === undefined ? undefined : jsonOf(text);
    if (!isPlain(inner)) continue;
    const { [name]: _, ...rest } = record;
    const own = unwrapped(inner, depth + 1);
    if (isRequestRecord(own)) return { ...rest, ...own };
  }
  return record;
}

/** A flat record is a row of a table: its names have one meaning, or a value is `GET /api/…` beside the status. */
function rowOf(record: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> | undefined {
  const names = Object.keys(record);
  const cells = Object.values(record).map((one) => (isPlain(one) || Array.isArray(one) ? '' : String(one ?? '')));
  const row = recordOfRow(fieldsOfColumns(names), cells);
  return isRequestRecord(row) && /^[1-5]\d\d$/.test(String(row.status)) ? { ...record, ...row } : undefined;
}

/** The result of the module uri of Ansible names the method only if it is not GET. */
const resultOfAnsible = (record: Readonly<Record<string, unknown>>) =>
  typeof record.url === 'string' && Number(record.status) >= 100 ? withMethod(record, record.url) : undefined;

function withMethod(record: Readonly<Record<string, unknown>>, url: string) {
  if (typeof record.redirected === 'boolean' || isUnchanged(record))
    return { method: 'GET', ...record, is_guessed: true };
  if (record.changed !== true || !/^OK \(/.test(String(record.msg)) || !URL.canParse(url)) return undefined;
  const path = new URL(url).pathname;
  const [method, ...others] = methodsAt(path).filter((one) => one !== 'GET' && successAt(one, path) === record.status);
  return method === undefined || others.length > 0 ? undefined : { method, ...record, is_guessed: true };
}

/** The status with which the operation of a method and a path succeeds. */
const successAt = (method: string, path: string): number | undefined =>
  SUCCESS.get(matchRoute(method, path, {})?.operation ?? '');

const SUCCESS: ReadonlyMap<string, number> = new Map([...walkRows(operations)].map(([name, { ok }]) => [name, ok]));

/** An inspector of webhooks stores a request to it by the name of the host, with its body as the content. */
const inspectedRequest = (record: Readonly<Record<string, unknown>>) =>
  typeof record.hostname === 'string' &&
  /^[\w-]+(?:\.[\w-]+)+$/.test(record.hostname) &&
  typeof record.content === 'string' &&
  typeof record.method === 'string' &&
  fieldAt(record, URL_PATHS) === undefined
    ? { ...record, url: `https://${record.hostname}/`, request_body: record.content }
    : undefined;

/** A task that changed nothing, with the words of the module uri: `OK (60 bytes)`, `HTTP Error 401: Unauthorized`. */
const isUnchanged = ({ changed, msg }: Readonly<Record<string, unknown>>): boolean =>
  changed === false && /^(?:OK \(|HTTP Error \d{3}: |Status code was )/.test(String(msg));

const ENVELOPES = [
  ...[
    'message',
    'log',
    'jsonPayload',
    '_source',
    'textPayload',
    'msg',
    'event',
    'MessageObject',
    'attributes',
    'data',
    'tags',
    'result',
  ],
];

/** The attributes of a span of OpenTelemetry: `{ key, value: { stringValue } }`. */
const attributesOf = (list: readonly unknown[]): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    list.flatMap((one) =>
      isPlain(one) && typeof one.key === 'string' && isPlain(one.value) ? [[one.key, Object.values(one.value)[0]]] : [],
    ),
  );
