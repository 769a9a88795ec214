import { argumentNames } from '../row.js';
import type { AnyField, Row } from '../row-types.js';
import { acceptsNull, problemsOf } from './check.js';
import { pairsOf } from './encode.js';

/** A request as data, before it is encoded. Every call creates one first. */
export interface Planned {
  readonly operation: string;
  readonly row: Row;
  /** The positional arguments, for error messages. */
  readonly words: readonly string[];
  readonly fields: Readonly<Record<string, unknown>>;
  /** The fields among them that come from `with({ extra })`. */
  readonly extra?: Readonly<Record<string, unknown>> | undefined;
  readonly method: string;
  readonly url: string;
  readonly body: Record<string, unknown> | undefined;
}

interface Where {
  readonly base: string;
  readonly project: string;
  readonly check: boolean;
  readonly page_size?: number | undefined;
  readonly extra?: Readonly<Record<string, unknown>> | undefined;
}

export const usageOf = (name: string, row: Row): string =>
  `${name}(${[...argumentNames(row), ...(row.free ? ['{…}'] : [])].join(', ')})`;

export function planRequest(name: string, row: Row, args: readonly unknown[], where: Where): Planned {
  const { method } = row;
  const names = argumentNames(row);
  const wrong = (message: string) => new TypeError(`${usageOf(name, row)}: ${message}`);
  const words = names.map((word, i) => wordAt(word, args[i], wrong));
  const extra = where.extra && extraFields(row, where.extra, wrong);
  const passed = row.free ? fieldsOf(args[names.length], wrong) : NO_FIELDS;
  const unchecked = extra ? { ...passed, ...extra } : passed;
  const given = where.check ? withNumbers(row, withoutNulls(row, unchecked)) : unchecked;
  if (args.slice(names.length + (row.free ? 1 : 0)).some((more) => more !== undefined)) {
    throw wrong('too many arguments; pass options such as a signal to platform.with({…})');
  }
  const fields = where.page_size === undefined ? given : { ...pageSize(row, where.page_size), ...given };
  const [problem] = where.check && row.free ? problemsOf(row, fields) : [];
  if (problem) throw wrong(`${problem.at} ${problem.message}`);

  const path = where.base + pathOf(row, words, where.project);
  const sent = wireFields(row, names, words, fields, where.check ? wrong : undefined);
  if (where.check && row.companions) checkCompanions(row.companions, sent, wrong);
  const isInQuery = method === 'GET' || method === 'DELETE';
  const url = isInQuery ? path + queryOf(name, sent) : path;
  // An operation that accepts no fields and adds none has no body.
  const body = isInQuery || (sent === NO_FIELDS && !row.free) ? undefined : sent;
  return { operation: name, row, words, fields, extra, method, url, body };
}

type Fields = Record<string, unknown>;
type Wrong = (message: string) => TypeError;
const NO_FIELDS: Fields = Object.freeze({});

function pathOf({ literals, parameters }: Row, words: readonly string[], project: string): string {
  let path = literals[0] as string;
  let next = 0;
  for (const [index, { name }] of parameters.entries()) {
    const value = name === 'account' ? project : (words[next++] as string);
    path += encodeURIComponent(value) + literals[index + 1];
  }
  return path;
}

/** Joins the fields that the operation fills in and those of the caller, who cannot give the former another value. */
function wireFields(
  row: Row,
  names: readonly string[],
  words: readonly string[],
  fields: Fields,
  wrong?: Wrong,
): Fields {
  if (!row.fixed && row.lead.length === 0) return fields;
  const sent = new Map<string, unknown>(Object.entries(row.fixed ?? {}));
  for (const word of row.lead) sent.set(row.wire?.[word] ?? word, words[names.indexOf(word)]);
  if (row.params) return { ...Object.fromEntries(sent), params: fields };
  for (const [name, value] of Object.entries(fields)) {
    // `wire` applies to a positional argument, not to a field of the same name.
    const wire = row.lead.includes(name) ? name : (row.wire?.[name] ?? name);
    if (wrong && sent.has(wire) && sent.get(wire) !== value)
      throw wrong(`${wire} is ${JSON.stringify(sent.get(wire))} in this call; remove the field or give it that value`);
    sent.set(wire, value);
  }
  return Object.fromEntries(sent);
}

/** Applies the client's page size to a list, unless the caller passes one. */
function pageSize({ gives, free, takes }: Row, size: number | undefined): Fields {
  if (size === undefined || !free || gives.kind !== 'page' || gives.envelope === 'none') return {};
  const name = gives.envelope === 'compat' ? 'PageSize' : 'page_size';
  // A list with declared fields accepts a page size only if it declares one.
  return name in takes || Object.keys(takes).length === 0 ? { [name]: size } : {};
}

function checkCompanions(companions: NonNullable<Row['companions']>, sent: Fields, wrong: Wrong): void {
  for (const [field, byValue] of Object.entries(companions)) {
    const value = sent[field];
    const companion = typeof value === 'string' && Object.hasOwn(byValue, value) ? byValue[value] : undefined;
    if (companion !== undefined && (sent[companion] ?? '') === '') {
      throw wrong(`${companion} is required when ${field} is ${value}`);
    }
  }
}

/** Validates a positional argument. An empty or dot segment would change the resource that the path identifies. */
function wordAt(word: string, value: unknown, wrong: Wrong): string {
  if (typeof value === 'string' && value !== '' && value !== '.' && value !== '..') {
    if (/\p{Surrogate}/u.test(value)) throw wrong(`${word} contains invalid Unicode`);
    return value;
  }
  if (value === undefined) throw wrong(`${word} is missing`);
  throw wrong(
    `${word} must be a non-empty string, not ${typeof value === 'string' ? JSON.stringify(value) : value === null ? 'null' : typeof value}`,
  );
}

function fieldsOf(value: unknown, wrong: Wrong): Fields {
  if (value === undefined) return NO_FIELDS;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw wrong('the fields must be an object');
  const prototype = Object.getPrototypeOf(value);
  if (prototype !== null && Object.getPrototypeOf(prototype) !== null) throw wrong('the fields must be a plain object');
  const fields = Object.entries(value).filter(([, one]) => one !== undefined);
  const option = fields.find(([, one]) => one instanceof AbortSignal);
  if (option) throw wrong(`${option[0]} is not a field; pass a signal to platform.with({ signal })`);
  return Object.fromEntries(fields);
}

/** An operation without an object of fields has no position for more of them. */
function extraFields(row: Row, extra: Readonly<Fields>, wrong: Wrong): Fields {
  if (!row.free) throw wrong('this operation has no fields, so it cannot send extra');
  return fieldsOf(extra, wrong);
}

/** Reads the numbers of a list as they are in the query of a link to another page. */
function withNumbers({ gives, takes }: Row, fields: Fields): Fields {
  if (gives.kind !== 'page') return fields;
  const isNumber = (name: string, value: unknown) =>
    Object.hasOwn(takes, name) && takes[name]?.kind === 'int' && typeof value === 'string' && /^\d{1,15}$/.test(value);
  if (!Object.entries(fields).some(([name, value]) => isNumber(name, value))) return fields;
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, isNumber(name, value) ? Number(value) : value]),
  );
}

/** Omits each declared field that is null, as Python's `None` does, unless the type of the field includes null. */
export function withoutNulls(row: Row, fields: Fields): Fields {
  if (!Object.values(fields).includes(null)) return fields;
  const declared = [row, ...(row.variants ?? [])].map(({ needs, takes }) => ({ ...needs, ...takes }));
  const isSent = (name: string) => {
    const types = declared.flatMap((one) => (Object.hasOwn(one, name) ? [one[name] as AnyField] : []));
    return types.length === 0 || types.some(acceptsNull);
  };
  return Object.fromEntries(Object.entries(fields).filter(([name, value]) => value !== null || isSent(name)));
}

function queryOf(operation: string, fields: Fields): string {
  const pairs = pairsOf(operation, fields);
  if (pairs.length === 0) return '';
  return `?${new URLSearchParams(pairs)}`;
}
