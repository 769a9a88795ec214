import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { argumentNames, operations, RestClient, type Row, walkRows } from '../../src/client/index.js';
import { type OracleOperation, oracleOperations, oracleShapes } from '../oracle/read.js';
import { receiver } from '../support/loopback.js';
import { sampleInput } from '../support/sample.js';

// The rows were written by people, the oracle by a program that shares nothing with them.
const oracle = new Map(oracleOperations().map((operation) => [operation.id, operation]));
const { requests } = oracleShapes();
const rows = [...walkRows(operations)];

describe.each(rows)('%s', (name, row) => {
  const facts = oracle.get(name) as OracleOperation;
  const wire = (field: string) => row.wire?.[field] ?? field;
  const keywords = facts.args.filter(({ kind }) => kind === 'keyword').map(({ name: word }) => word);

  it('is an operation of the oracle', () => {
    expect(oracle.has(name)).toBe(true);
  });

  it('has the same method, path, arguments and success status', () => {
    expect({
      route: row.route.replaceAll('{account}', '{AccountSid}'),
      words: argumentNames(row),
      free: row.free,
      ok: row.ok,
      encoding: facts.encoding === '' ? '' : (row.encoding ?? 'json'),
    }).toEqual({
      route: `${facts.method} ${facts.path}`,
      words: facts.args.filter(({ kind }) => kind === 'positional').map(({ name: word }) => word),
      free: facts.args.some(({ kind }) => kind !== 'positional') || facts.query.length > 0,
      ok: facts.ok,
      encoding: facts.encoding,
    });
  });

  it('requires the same fields', () => {
    expect(Object.keys(row.needs).sort()).toEqual([...facts.required].sort());
    expect([...(row.demands ?? [])].sort()).toEqual([...facts.demanded].sort());
    const demanded = facts.variants.map((names) => [...names].sort());
    // Where one alternative demands nothing, the row may as well offer the fields of all of them.
    const flat = facts.variants.some((names) => names.length === 0) ? [[]] : [];
    expect([demanded, ...flat]).toContainEqual(variantsOf(row));
  });

  it('has the same fields', () => {
    const known = [row, ...(row.variants ?? [])].flatMap(({ needs, takes }) => Object.keys({ ...needs, ...takes }));
    expect(sorted(known.filter((field) => !keywords.includes(field)))).toEqual(
      sorted([...facts.required, ...facts.optional, ...facts.query, ...alternativesOf(name)]),
    );
  });

  it('sends the same fixed fields', () => {
    const fixed = Object.entries(row.fixed ?? {})
      .filter(([field]) => field !== 'command')
      .map(([field, value]) => [field, { value }]);
    const renamed = [...row.lead, ...keywords]
      .filter((word) => word !== 'call_id')
      .map((word) => [wire(word), { argument: word }]);
    expect(Object.fromEntries([...fixed, ...renamed])).toEqual(facts.sets);
  });
});

const sorted = (names: Iterable<string>) => [...new Set(names)].sort();
const variantsOf = (row: Row) => (row.variants ?? []).map((variant) => Object.keys(variant.needs ?? {}).sort());

/** The fields of all alternatives, demanded or not. */
const alternativesOf = (name: string) =>
  ((requests[name]?.one_of ?? []) as readonly object[]).flatMap((one) =>
    Object.keys(one).map((field) => field.replace(/\?$/, '')),
  );

const CONTENT_TYPES = { json: 'application/json', form: 'application/x-www-form-urlencoded', '': undefined };
// A form of no fields is an empty body.
const decode = (encoding: OracleOperation['encoding'], body: string) => {
  if (encoding === 'form') return [...new URLSearchParams(body)];
  return body === '' ? undefined : JSON.parse(body);
};
const asForm = (body: unknown) =>
  Object.entries(body as object).flatMap(([name, value]) => [value].flat().map((one) => [name, String(one)]));

describe('requests', () => {
  let server: Awaited<ReturnType<typeof receiver>>;
  let client: RestClient;
  beforeAll(async () => {
    server = await receiver(() => ({ body: '{}' }));
    client = new RestClient({ project: 'prj', token: 'tok-en', host: server.url, retries: 0 });
  });
  afterAll(() => server.close());

  // A word that would change the path, were it not encoded.
  const odd = (word: string) => `${word}/..?#%é`;

  it.each(rows)('%s sends the described request', async (name, row) => {
    const facts = oracle.get(name) as OracleOperation;
    const words = argumentNames(row);
    const input = sampleInput(row);
    const call = name.split('.').reduce<unknown>((node, key) => (node as Record<string, unknown>)[key], client) as (
      ...args: unknown[]
    ) => Promise<unknown>;
    server.received.length = 0;
    await call(...words.map(odd), ...(row.free ? [input] : []));

    const path = facts.path
      .replace('{AccountSid}', 'prj')
      .replace(/\{(\w+)\}/g, (_, word: string) => encodeURIComponent(odd(word)));
    const body = bodyOf(facts, input);
    expect(server.received).toMatchObject([
      {
        method: facts.method,
        target: facts.method === 'GET' && Object.keys(input).length > 0 ? expect.stringContaining(`${path}?`) : path,
        headers: { authorization: `Basic ${Buffer.from('prj:tok-en').toString('base64')}` },
      },
    ]);
    const [sent] = server.received;
    expect(sent?.headers['content-type']?.split(';')[0]).toBe(CONTENT_TYPES[facts.encoding]);
    expect(decode(facts.encoding, sent?.body ?? '')).toEqual(facts.encoding === 'form' ? asForm(body) : body);
  });

  function bodyOf(facts: OracleOperation, input: Record<string, unknown>): unknown {
    if (facts.encoding === '') return undefined;
    if (facts.command) {
      const takesCall = facts.args.some(({ name }) => name === 'call_id');
      return { command: facts.command, ...(takesCall && { id: odd('call_id') }), params: input };
    }
    const filled = Object.entries(facts.sets).flatMap(([field, from]) => {
      if ('value' in from) return [[field, from.value]];
      return facts.args.some(({ name, kind }) => name === from.argument && kind === 'positional')
        ? [[field, odd(from.argument)]]
        : [];
    });
    return { ...Object.fromEntries(filled), ...input };
  }
});

it('has exactly the 37 call commands of the oracle', () => {
  const commands = (ids: readonly string[]) => ids.filter((id) => id.startsWith('calling.')).sort();
  expect(commands(rows.map(([name]) => name))).toEqual(commands([...oracle.keys()]));
  expect(Object.keys(operations.calling)).toHaveLength(37);
});
