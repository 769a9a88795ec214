import { problemsOf, slipsOf } from './check.js';
import { type Row, wordsOf } from './row.js';

/** A request as data, before it is encoded: what every call makes first. */
export interface Planned {
  readonly operation: string;
  readonly row: Row;
  /** The positional arguments, for error messages. */
  readonly words: readonly string[];
  readonly method: string;
  readonly url: string;
  readonly body?: Record<string, unknown>;
  /** Unknown names that look like a slip of the pen. */
  readonly slips: readonly string[];
}

interface Where {
  readonly base: string;
  readonly project: string;
  readonly check: boolean;
}

/** `queues.get(queue_id)`: how a call is written. */
export const usageOf = (name: string, row: Row): string =>
  `${name}(${[...wordsOf(row), ...(row.free ? ['{…}'] : [])].join(', ')})`;

export function planRequest(name: string, row: Row, args: readonly unknown[], where: Where): Planned {
  const words = wordsOf(row);
  const given: Record<string, string> = { account: where.project };
  words.forEach((word, i) => {
    given[word] = wordAt(word, args[i], name, row);
  });
  const fields = fieldsOf(args[words.length], name, row);
  if (args.length > words.length + (row.free ? 1 : 0)) throw new TypeError(`${usageOf(name, row)}: too many arguments`);
  const [problem] = where.check ? problemsOf(row, fields) : [];
  if (problem) throw new TypeError(`${usageOf(name, row)}: ${problem.at} ${problem.says}`);

  const [method, template] = row.route.split(' ') as [string, string];
  const url = where.base + template.replace(/\{(\w+)\}/g, (_, word: string) => encodeURIComponent(given[word] ?? ''));
  const lead = onWire(row, Object.fromEntries(row.lead.map((word) => [word, given[word]])));
  const sent = { ...row.fixed, ...lead, ...(row.params ? { params: fields } : onWire(row, fields)) };
  const planned = {
    operation: name,
    row,
    words: words.map((word) => given[word] ?? ''),
    method,
    slips: where.check ? slipsOf(row, fields) : [],
  };
  if (method === 'GET' || method === 'DELETE') return { ...planned, url: url + queryOf(sent) };
  // What takes no fields and has none to add sends no body at all.
  return row.free || Object.keys(sent).length > 0 ? { ...planned, url, body: sent } : { ...planned, url };
}

/** A positional argument. A path word that is empty or a dot would change which resource the path names. */
function wordAt(word: string, value: unknown, name: string, row: Row): string {
  if (typeof value === 'string' && value !== '' && value !== '.' && value !== '..') return value;
  const got =
    value === undefined
      ? 'is missing'
      : `must be a non-empty string, not ${typeof value === 'string' ? JSON.stringify(value) : typeof value}`;
  throw new TypeError(`${usageOf(name, row)}: ${word} ${got}`);
}

function fieldsOf(value: unknown, name: string, row: Row): Record<string, unknown> {
  if (value === undefined || !row.free) return {};
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new TypeError(`${usageOf(name, row)}: the fields must be an object`);
  return Object.fromEntries(Object.entries(value).filter(([, one]) => one !== undefined));
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
