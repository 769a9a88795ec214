import { readFileSync } from 'node:fs';

/** One line of operations.tsv; README.md says how its columns read. */
export interface OracleOperation {
  readonly id: string;
  readonly origin: 'spec' | 'extra';
  readonly source: 'stated' | 'spec' | 'sdk';
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly args: readonly OracleArgument[];
  readonly encoding: 'json' | 'form' | '';
  readonly ok: number;
  readonly required: readonly string[];
  readonly optional: readonly string[];
  /** Optional fields that the platform requires. */
  readonly demanded: readonly string[];
  /** The fields each alternative demands; exactly one of them holds. */
  readonly variants: readonly (readonly string[])[];
  readonly query: readonly string[];
  readonly command: string;
  /** Wire field → where its value comes from. */
  readonly sets: Readonly<Record<string, { readonly value: string } | { readonly argument: string }>>;
  /** Status → name of the shape. */
  readonly errors: Readonly<Record<string, string>>;
  readonly disputed: boolean;
}

interface OracleArgument {
  readonly name: string;
  readonly kind: 'positional' | 'keyword' | 'rest';
}

/** A type as text, or nested: names ending in `?` are optional, `[]` holds the items, `oneOf` the alternatives. */
type OracleType = string | { readonly [name: string]: OracleType | readonly OracleType[] };

export interface OracleShapes {
  /** What a caller sends, by operation; `one_of` holds the alternatives on top. */
  readonly requests: Readonly<Record<string, Readonly<Record<string, OracleType | readonly OracleType[]>>>>;
  readonly queries: Readonly<Record<string, Readonly<Record<string, OracleType>>>>;
  readonly responses: Readonly<Record<string, OracleResponse>>;
  readonly shapes: Readonly<Record<string, OracleType>>;
  readonly callbacks: Readonly<
    Record<string, { readonly encoding: string; readonly payload: string; readonly replies?: object }>
  >;
  readonly compat_callbacks: OracleShapes['callbacks'];
}

type OracleResponse =
  | 'empty'
  | { readonly shape: string; readonly list?: never }
  | {
      readonly list: string;
      readonly item: string;
      readonly envelope: string;
      readonly envelope_extra?: readonly string[];
      readonly shape?: never;
    };

export function oracleShapes(): OracleShapes {
  return JSON.parse(read('shapes.json'));
}

export function oracleOperations(): OracleOperation[] {
  const [header = [], ...lines] = read('operations.tsv')
    .trimEnd()
    .split('\n')
    .map((line) => line.split('\t'));
  return lines.map((cells) => operation(Object.fromEntries(header.map((name, index) => [name, cells[index] ?? '']))));
}

function operation(cells: Record<string, string>): OracleOperation {
  const { args = '', ok, required, optional, demanded, variants = '', query, sets, errors, disputed, ...rest } = cells;
  return {
    ...(rest as Pick<OracleOperation, 'id' | 'origin' | 'source' | 'method' | 'path' | 'encoding' | 'command'>),
    args: words(args).map(argument),
    ok: Number(ok),
    required: words(required),
    optional: words(optional),
    demanded: words(demanded),
    variants: variants ? variants.split(' | ').map((names) => (names === '-' ? [] : words(names))) : [],
    query: words(query),
    sets: Object.fromEntries(words(sets).map(setting)),
    errors: Object.fromEntries(words(errors).map((pair) => pair.split(/:(.*)/).slice(0, 2))),
    disputed: disputed === 'yes',
  };
}

function argument(text: string): OracleArgument {
  if (text.startsWith('**')) return { name: text.slice(2), kind: 'rest' };
  return text.endsWith('?') ? { name: text.slice(0, -1), kind: 'keyword' } : { name: text, kind: 'positional' };
}

function setting(text: string): [string, { value: string } | { argument: string }] {
  const [, field = '', sign, from = ''] = /^(\w+)([=<])(.*)$/.exec(text) ?? [];
  return [field, sign === '=' ? { value: from } : { argument: from }];
}

const words = (text = '') => text.split(' ').filter(Boolean);
const read = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8');
