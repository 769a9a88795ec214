import { type Cassette, type CassetteEntry, textOf } from '../cassette/index.js';
import { type AnyField, argumentNames, matchRoute, operations, type Row, walkRows } from '../client/index.js';
import { asCode, formPairs, hasTooManyValues, isDeeperThan, isPlain, jsonOf, valuesByName } from '../util/index.js';
import { operationIn } from './operation-in.js';

/** A recorded request as a call of the client. */
export interface Call {
  readonly operation: string;
  readonly row: Row;
  /** The positional arguments, and the object of fields if there is one. */
  readonly args: readonly unknown[];
}

/** Finds the call of the client that sends a recorded request. */
export class Calls {
  readonly #rows = new Map(walkRows(operations));

  /** Returns undefined if no operation sends this request. */
  of(entry: CassetteEntry): Call | undefined {
    const { request } = entry;
    const operation = operationIn(entry) ?? '';
    const row = this.#rows.get(operation);
    if (!row) return undefined;
    // A helper such as `set_ai_agent` cannot send a request without its argument, but the plain operation can.
    return callOf(operation, row, request) ?? this.#plain(row, request);
  }

  #plain({ method, literals }: Row, request: CassetteEntry['request']): Call | undefined {
    const plain = [...this.#rows].find(
      ([, row]) => !row.fixed && row.method === method && row.literals.join('{}') === literals.join('{}'),
    );
    return plain && callOf(...plain, request);
  }
}

/** A call as code: `platform.queues.get('id')`, with the options of the client. */
export const codeOf = ({ operation, args }: Pick<Call, 'operation' | 'args'>, options = ''): string =>
  `platform${options}.${operation}(${args.map((argument) => asCode(argument)).join(', ')})`;

function callOf(operation: string, row: Row, request: CassetteEntry['request']): Call | undefined {
  const url = new URL(request.url);
  const words = wordsIn(row, url.pathname);
  if (!words) return undefined;
  const written = fieldsOf(row, url.search, request);
  if (!written) return undefined;
  const sent = new Map(Object.entries(written));
  const wire = row.wire ?? {};
  const named = new Map(words);
  for (const word of row.lead) {
    const name = wire[word] ?? word;
    const value = sent.get(name) ?? fieldsEncodedTwice(request)[name];
    if (typeof value !== 'string') return undefined;
    named.set(word, value);
    sent.delete(name);
  }
  for (const name of Object.keys(row.fixed ?? {})) sent.delete(name);
  const params = sent.get('params');
  const typedName = typedNameIn(row);
  const fields = row.params
    ? (params ?? {})
    : Object.fromEntries([...sent].map(([name, value]) => [typedName(name), value]));
  const args = argumentNames(row).map((name) => named.get(name));
  if (args.some((word) => word === undefined)) return undefined;
  const isEmpty = typeof fields !== 'object' || fields === null || Object.keys(fields).length === 0;
  return { operation, row, args: row.free && !isEmpty ? [...args, fields] : args };
}

/** The names of fields in a call by their names in the request. A recording can have thousands of requests of one row. */
const typedNames = new WeakMap<Row, ReadonlyMap<string, string>>();

/** Returns a function that gives the name of a field in a call, by its name in the request. */
function typedNameIn(row: Row): (sent: string) => string {
  const names =
    typedNames.get(row) ?? new Map(Object.entries(row.wire ?? {}).map(([name, sent]) => [sent, name] as const));
  typedNames.set(row, names);
  return (sent) => names.get(sent) ?? sent;
}

/** The field with a name of the call. */
function fieldIn({ takes = {}, needs = {} }: Row, name: string): AnyField | undefined {
  if (Object.hasOwn(takes, name)) return takes[name];
  return Object.hasOwn(needs, name) ? needs[name] : undefined;
}

/** The values of the path parameters by the names of this row. Other rows with the same route may name them differently. */
function wordsIn({ method, parameters, literals, fixed = {} }: Row, pathname: string): Map<string, string> | undefined {
  const match = matchRoute(method, pathname, fixed);
  if (match?.row.literals.join('{}') !== literals.join('{}')) return undefined;
  const values = match.row.parameters.map(({ name }) => match.words[name] ?? '');
  return new Map(parameters.map(({ name }, i) => [name, values[i] ?? '']));
}

/** Code has an indentation for each level. */
const MAX_DEPTH = 100;
const LIKE_A_FORM = /^[\w.%[\]+-]+=/;

type Fields = Record<string, unknown>;

/**
 * The fields of the query, a form or a JSON body. Texts of a query and a form get the types of the row. Undefined if it
 * has more fields than a call can have.
 */
function fieldsOf(row: Row, query: string, { body, type }: CassetteEntry['request']): Fields | undefined {
  if (row.method === 'GET' || row.method === 'DELETE') return typedFields(row, query);
  if (body === undefined) return {};
  const text = textOf(body);
  // The sandbox refuses it too.
  if (hasTooManyValues(text) || isDeeperThan(MAX_DEPTH, text)) return undefined;
  if ('json' in body) return { ...(body.json as object) };
  const json = jsonOf(text);
  if (typeof json === 'object' && json !== null) return { ...json };
  return type?.includes('form') || LIKE_A_FORM.test(text) ? typedFields(row, text) : {};
}

/** The fields of a JSON text in JSON. The platform reads none of them, but they name the call that was meant. */
function fieldsEncodedTwice({ body }: CassetteEntry['request']): Readonly<Record<string, unknown>> {
  const text = body === undefined ? undefined : 'json' in body ? body.json : jsonOf(textOf(body));
  const inner = typeof text === 'string' ? jsonOf(text) : undefined;
  return isPlain(inner) ? inner : {};
}

function typedFields(row: Row, text: string): Fields | undefined {
  const pairs = formPairs(text);
  if (!pairs) return undefined;
  const typedName = typedNameIn(row);
  const fields: [string, unknown][] = [];
  for (const [name, texts] of valuesByName(pairs)) {
    const field = fieldIn(row, typedName(name));
    const values = texts.map((text) => typed(field, text));
    fields.push([name, field?.kind === 'list' || values.length > 1 ? values : values[0]]);
  }
  return Object.fromEntries(fields);
}

function typed(field: AnyField | undefined, text: string): unknown {
  if (!field) return text;
  if (field.kind === 'either' || field.kind === 'list') {
    const kinds = (field.of ?? []).map((one) => typed(one, text));
    return kinds.find((one) => typeof one !== 'string') ?? text;
  }
  if (field.kind === 'int' || field.kind === 'num')
    return text !== '' && Number.isFinite(Number(text)) ? Number(text) : text;
  if (field.kind === 'bool') return text === 'true' ? true : text === 'false' ? false : text;
  return text;
}

/** Throws unless a value is a recording. Users pass its text. */
export function assertRecording(value: unknown, caller: string): asserts value is Pick<Cassette, 'documents'> {
  if (Array.isArray((value as { documents?: unknown } | null | undefined)?.documents)) return;
  throw new TypeError(`${caller}: the first argument must be a recording, such as the result of importCase`);
}
