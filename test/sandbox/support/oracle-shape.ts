import { type OracleOperation, oracleOperations, oracleShapes } from '../../oracle/read.js';

// Checks responses against the oracle. This code shares nothing with the rows of the client.

const { shapes, responses, callbacks, compat_callbacks } = oracleShapes();
const facts = new Map(oracleOperations().map((operation) => [operation.id, operation]));

export const oracleOf = (operation: string) => facts.get(operation) as OracleOperation;

/** Returns the problems of a successful response, with their paths. */
export function misfitsOfAnswer(operation: string, body: unknown): string[] {
  const expected = responses[operation];
  if (expected === undefined) return [`the oracle has no response for ${operation}`];
  if (expected === 'empty') return body === undefined ? [] : ['it has a body'];
  if (expected.shape !== undefined) return misfits(expected.shape, body, '');
  const page = body as Record<string, unknown>;
  const items = page[expected.list];
  if (!Array.isArray(items)) return [`.${expected.list} is not a list`];
  return [
    ...items.flatMap((item, i) => misfits(expected.item, item, `.${expected.list}[${i}]`)),
    ...misfitsOfEnvelope(expected.envelope, page, [expected.list, ...(expected.envelope_extra ?? [])]),
  ];
}

/** Returns the problems of a callback. */
export function misfitsOfCallback(name: string, payload: unknown): string[] {
  const expected = callbacks[name] ?? compat_callbacks[name];
  return expected ? misfits(expected.payload, payload, '') : [`the oracle has no callback ${name}`];
}

/** Returns the problems of an error response. A status without a description only has to have a body. */
export function misfitsOfError(operation: string | undefined, status: number, body: unknown): string[] {
  const shape = operation === undefined ? undefined : oracleOf(operation).errors[status];
  if (shape === undefined) return typeof body === 'object' && body !== null ? [] : ['it has no body'];
  return misfits(shape.includes('(') ? shape : `@${shape}`, body, '');
}

function misfitsOfEnvelope(envelope: string, page: Record<string, unknown>, known: readonly string[]): string[] {
  if (envelope === 'none') return [];
  const links = /^links\((.*)\)$/.exec(envelope)?.[1]?.split(',');
  if (links) {
    const given = page.links as Record<string, unknown> | undefined;
    if (typeof given !== 'object') return ['.links is missing'];
    return Object.entries(given).flatMap(([name, value]) =>
      links.includes(name) && typeof value === 'string' ? [] : [`.links.${name} is ${JSON.stringify(value)}`],
    );
  }
  return [
    ...['uri', 'first_page_uri'].flatMap((name) => misfits('string', page[name], `.${name}`)),
    ...['next_page_uri', 'previous_page_uri'].flatMap((name) => misfits('string?', page[name], `.${name}`)),
    ...['page', 'page_size'].flatMap((name) => misfits('integer', page[name], `.${name}`)),
    ...Object.keys(page).flatMap((name) => {
      const usual = ['uri', 'first_page_uri', 'next_page_uri', 'previous_page_uri', 'page', 'page_size'];
      return [...usual, ...known].includes(name) ? [] : [`.${name} is not of the shape`];
    }),
  ];
}

export type Type = string | readonly Type[] | { readonly [name: string]: Type };

// What the specification says and the public description does not.
const STATED = ['call_ai_agent_id', 'call_flow_id', 'call_flow_version'];

// In the lists of all resources the description gives a room the type of a script; its own routes know better.
const SLIPS: Readonly<Record<string, string>> = { '@ResourceResponseConferenceRoom': 'ConferenceRoomResponse' };

/** Returns the problems of a value, with their paths. Bounds are not checked. */
export function misfits(type: Type, value: unknown, at: string): string[] {
  if (typeof type === 'string') return misfitsOfText(type, value, at);
  if (Array.isArray(type)) return anyOf(type as Type[], value, at);
  const fields = type as { readonly [name: string]: Type };
  if (fields.oneOf) return anyOf(fields.oneOf as Type[], value, at);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [`${at} is not an object`];
  const given = value as Record<string, unknown>;
  const names = Object.keys(fields).map((name) => name.replace(/\?$/, ''));
  return [
    ...Object.entries(fields).flatMap(([name, one]) => {
      const bare = name.replace(/\?$/, '');
      if (given[bare] !== undefined) return misfits(one, given[bare], `${at}.${bare}`);
      return name.endsWith('?') ? [] : [`${at}.${bare} is missing`];
    }),
    ...Object.keys(given).flatMap((name) =>
      names.includes(name) || STATED.includes(name) ? [] : [`${at}.${name} is not of the shape`],
    ),
  ];
}

function anyOf(types: readonly Type[], value: unknown, at: string): string[] {
  const all = types.map((one) => misfits(one, value, at));
  return all.reduce((best, one) => (one.length < best.length ? one : best), all[0] ?? []);
}

function misfitsOfText(text: string, value: unknown, at: string): string[] {
  if (text.endsWith('?')) return value === null ? [] : misfitsOfText(text.slice(0, -1), value, at);
  const bounds = /^(.*?)\{([^}]*)\}$/.exec(text);
  if (bounds) return misfitsOfText(bounds[1] as string, value, at);
  const alternatives = text.split(/\|(?![^(]*\))/);
  if (alternatives.length > 1) return anyOf(alternatives, value, at);
  if (text.endsWith('[]')) {
    if (!Array.isArray(value)) return [`${at} is not a list`];
    const item = text.slice(0, -2).replace(/^\((.*)\)$/, '$1');
    return value.flatMap((one, i) => misfitsOfText(item, one, `${at}[${i}]`));
  }
  const choice = /^enum\((.*)\)$/.exec(text)?.[1]?.split('|');
  if (choice)
    return choice.includes('*') || choice.includes(String(value))
      ? []
      : [`${at} is ${JSON.stringify(value)}, not ${text}`];
  if (text.startsWith('@')) return misfits(shapes[SLIPS[text] ?? text.slice(1)] as Type, value, at);
  return fitsAtom(text, value) ? [] : [`${at} is ${JSON.stringify(value)}, not ${text}`];
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;

function fitsAtom(atom: string, value: unknown): boolean {
  switch (atom.replace(/:.*/, '')) {
    case 'any':
      return true;
    case 'null':
      return value === null;
    case 'string':
      return typeof value === 'string';
    case 'uuid':
      return typeof value === 'string' && UUID.test(value);
    case 'uri':
      return typeof value === 'string' && (URL.canParse(value) || value.startsWith('/'));
    case 'jwt':
      return typeof value === 'string' && /^[\w-]+\.[\w-]+\.[\w-]+$/.test(value);
    case 'datetime':
      return typeof value === 'string' && !Number.isNaN(Date.parse(value));
    case 'integer':
      return Number.isInteger(value);
    case 'number':
      return typeof value === 'number';
    case 'boolean':
      return typeof value === 'boolean';
    case 'object':
      return typeof value === 'object' && value !== null;
    default:
      throw new Error(`the oracle has a type that this test cannot read: ${atom}`);
  }
}
