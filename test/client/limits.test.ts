import { describe, expect, it } from 'vitest';
import { type AnyField, operations, problemsOf, type Row, walkRows } from '../../src/client/index.js';
import { oracleShapes } from '../oracle/read.js';

/** A bound of the public description, such as `integer{1..600}`, `string{length 3..64}` or `string[]{items 1..}`. */
const BOUND = /\{(length |items )?(-?[\d.]*?)\.\.(-?[\d.]*)\}\??$/;
const KINDS: Record<string, readonly AnyField['kind'][]> = {
  'length ': ['str'],
  'items ': ['list'],
  '': ['int', 'num'],
};

type Described = Readonly<Record<string, unknown>>;

/** The fields of the row in the same place. A place can have alternatives. */
const alternatives = (field: AnyField): readonly AnyField[] =>
  field.kind === 'either' ? (field.of ?? []).flatMap(alternatives) : [field];
const items = (fields: readonly AnyField[]) =>
  fields.flatMap(({ kind, of = [] }) => (kind === 'list' ? of.flatMap(alternatives) : []));
const members = (fields: readonly AnyField[], name: string) =>
  fields.flatMap(({ needs, takes }) => {
    const field = { ...needs, ...takes }[name];
    return field ? alternatives(field) : [];
  });

interface Bound {
  readonly at: string;
  readonly min: number | undefined;
  readonly max: number | undefined;
  readonly fields: readonly AnyField[];
}

function* boundsIn(described: unknown, at: string, fields: readonly AnyField[]): Generator<Bound> {
  if (typeof described === 'string') {
    const [whole, unit = '', low, high] = BOUND.exec(described) ?? [];
    const own = fields.filter(({ kind }) => KINDS[unit]?.includes(kind));
    if (whole) yield { at, min: low ? Number(low) : undefined, max: high ? Number(high) : undefined, fields: own };
    return;
  }
  for (const [key, value] of Object.entries(described as Described)) {
    if (key === '[]') yield* boundsIn(value, `${at}[]`, items(fields));
    else if (key === 'oneOf' || key === 'one_of')
      for (const one of value as unknown[]) yield* boundsIn(one, at, fields);
    else yield* boundsIn(value, `${at}.${key.replace(/\?$/, '')}`, members(fields, key.replace(/\?$/, '')));
  }
}

const asFields = (row: Row): AnyField[] =>
  [row, ...(row.variants ?? [])].map(({ needs = {}, takes = {} }) => ({ kind: 'obj', needs, takes }));

const { requests, queries } = oracleShapes();
const rows = new Map(walkRows(operations));
const described = [...rows].flatMap(([name, row]) =>
  [requests[name], queries[name]].flatMap((part) => (part ? [...boundsIn(part, name, asFields(row))] : [])),
);

describe('a described bound', () => {
  it('is found for many fields', () => {
    expect(described.length).toBeGreaterThan(300);
  });

  it('is a limit of the field', () => {
    const wrong = described
      // The rows do not declare the sections inside a section.
      .filter(({ at }) => !at.includes('.subsections[].'))
      .filter(
        ({ min, max, fields }) =>
          !fields.some(({ limits }) => (limits?.min || undefined) === (min || undefined) && limits?.max === max),
      )
      .map(({ at, min, max }) => `${at}: ${min} to ${max}`);
    expect(wrong).toEqual([]);
  });

  it.each<[Record<string, unknown>, string, string]>([
    [{ max_size: -3 }, 'queues.update', 'max_size must be 1 or more'],
    [{ page_number: -1 }, 'phone_numbers.list', 'page_number must be 0 or more'],
    [{ starts_with: '12' }, 'phone_numbers.search', 'starts_with must have 3–7 characters'],
    [{ to: '+12065550100', valid_for: 0 }, 'mfa.sms', 'valid_for must be 1–604800'],
    [
      { allowed_addresses: Array(11).fill('a') },
      'fabric.tokens.create_guest_token',
      'allowed_addresses must have up to 10 items',
    ],
    [{ name: 't', permissions: [] }, 'project.tokens.create', 'permissions must have 1 or more items'],
    [{ url: 'https://a', chunk_size: 0 }, 'datasphere.documents.create', 'chunk_size must be 1 or more'],
  ])('is checked before %j is sent with %s', (input, name, says) => {
    const row = rows.get(name) as Row;
    expect(problemsOf(row, input).map(({ at, message: problem }) => `${at} ${problem}`)).toEqual([says]);
  });
});
