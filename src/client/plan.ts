import { problemsOf } from './check.js';
import { type Row, wordsOf } from './row.js';

/** A request as data, before it is encoded: what every call makes first. */
export interface Planned {
  readonly operation: string;
  readonly row: Row;
  /** The positional arguments, for error messages. */
  readonly words: readonly string[];
  /** The fields as they were given. */
  readonly fields: Readonly<Record<string, unknown>>;
  readonly method: string;
  readonly url: string;
  readonly body?: Record<string, unknown>;
}

interface Where {
  readonly base: string;
  readonly project: string;
  readonly check: boolean;
  readonly page_size?: number | undefined;
}

/** `queues.get(queue_id)`: how a call is written. */
export const usageOf = (name: string, row: Row): string =>
  `${name}(${[...wordsOf(row), ...(row.free ? ['{…}'] : [])].join(', ')})`;

export function planRequest(name: string, row: Row, args: readonly unknown[], where: Where): Planned {
  const wrong = (says: string) => new TypeError(`${usageOf(name, row)}: ${says}`);
  const names = wordsOf(row);
  const words = names.map((word, i) => wordAt(word, args[i], wrong));
  const fields = { ...pageSize(row, where.page_size), ...(row.free ? fieldsOf(args[names.length], wrong) : {}) };
  if (args.length > names.length + (row.free ? 1 : 0))
    throw wrong('too many arguments; options such as a signal go into platform.with({…})');
  const [problem] = where.check ? problemsOf(row, fields) : [];
  if (problem) throw wrong(`${problem.at} ${problem.says}`);

  const [method, template] = row.route.split(' ') as [string, string];
  const given: Record<string, string> = { account: where.project };
  for (const [i, word] of words.entries()) given[names[i] as string] = word;
  const url = where.base + template.replace(/\{(\w+)\}/g, (_, word: string) => encodeURIComponent(given[word] ?? ''));
  const lead = onWire(row, Object.fromEntries(row.lead.map((word) => [word, given[word]])));
  const sent = { ...row.fixed, ...lead, ...(row.params ? { params: fields } : onWire(row, fields)) };
  if (where.check) checkCompanions(row, sent, wrong);
  const planned = { operation: name, row, words, fields, method };
  if (method === 'GET' || method === 'DELETE') return { ...planned, url: url + queryOf(sent) };
  // What takes no fields and has none to add sends no body at all.
  return row.free || Object.keys(sent).length > 0 ? { ...planned, url, body: sent } : { ...planned, url };
}

/** A list that says nothing about the size of its pages takes the client's. */
function pageSize({ gives, free }: Row, size: number | undefined): Record<string, unknown> {
  if (size === undefined || !free || gives.kind !== 'page' || gives.envelope === 'none') return {};
  return { [gives.envelope === 'compat' ? 'PageSize' : 'page_size']: size };
}

type Wrong = (says: string) => TypeError;

/** Looked for in what is sent: a helper's extra fields may have changed the value that its companion belongs to. */
function checkCompanions({ companions = {} }: Row, sent: Record<string, unknown>, wrong: Wrong): void {
  for (const [field, byValue] of Object.entries(companions)) {
    const value = sent[field];
    const companion = typeof value === 'string' && Object.hasOwn(byValue, value) ? byValue[value] : undefined;
    if (companion !== undefined && (sent[companion] === undefined || sent[companion] === ''))
      throw wrong(`${companion} is required when ${field} is ${value}`);
  }
}

/** A positional argument. A path word that is empty or a dot would change which resource the path names. */
function wordAt(word: string, value: unknown, wrong: Wrong): string {
  if (typeof value === 'string' && value !== '' && value !== '.' && value !== '..') return value;
  if (value === undefined) throw wrong(`${word} is missing`);
  throw wrong(
    `${word} must be a non-empty string, not ${typeof value === 'string' ? JSON.stringify(value) : value === null ? 'null' : typeof value}`,
  );
}

function fieldsOf(value: unknown, wrong: Wrong): Record<string, unknown> {
  if (value === undefined) return {};
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw wrong('the fields must be an object');
  const fields = Object.entries(value).filter(([, one]) => one !== undefined);
  const option = fields.find(([, one]) => one instanceof AbortSignal);
  if (option) throw wrong(`${option[0]} is not a field; write platform.with({ signal }) before the call`);
  return Object.fromEntries(fields);
}

const onWire = (row: Row, fields: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [row.wire?.[name] ?? name, value]));

function queryOf(fields: Record<string, unknown>): string {
  const query = new URLSearchParams(pairsOf(fields));
  return query.size > 0 ? `?${query}` : '';
}

/** Fields as a query or a form writes them: a list repeats its name, an object travels as JSON. No source says how. */
export function pairsOf(fields: Record<string, unknown>): [string, string][] {
  return Object.entries(fields).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value]).map((one): [string, string] => [
      name,
      typeof one === 'object' && one !== null ? JSON.stringify(one) : String(one),
    ]),
  );
}
