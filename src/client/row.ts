import {
  type AnyField,
  anything,
  type Field,
  type Fields,
  type Flat,
  type Free,
  none,
  type Obj,
  page,
  type Values,
} from './field.js';
import type { Lead, PathWords, Word } from './request/words.js';

type Route = `${'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'} /${string}`;

/**
 * The source of a row's method and path: the specification (`stated`), a public description (`documented`), or neither
 * (`assumed`).
 */
export type Origin = 'stated' | 'documented' | 'assumed';

/**
 * One operation. Args, Input, Gives and Path are for the compiler. All readers of the table use the other properties.
 */
export interface Row<Args = unknown, Input = unknown, Gives extends AnyField = AnyField, Path extends Route = Route> {
  readonly route: Path;
  /** Another method for the same operation. The client never sends it, but other programs may. */
  readonly also?: 'PATCH';
  readonly help: string;
  readonly origin: Origin;
  /** The status of a successful response. */
  readonly ok: number;
  /** Positional arguments after the parameters of the path. */
  readonly lead: readonly string[];
  readonly needs: Fields;
  readonly takes: Fields;
  /** Whether the operation accepts an object of fields. */
  readonly free: boolean;
  readonly variants?: readonly AnyField[];
  readonly fixed?: Readonly<Record<string, string>>;
  readonly wire?: Readonly<Record<string, string>>;
  readonly params?: boolean;
  /** `{ field: { value: other } }`: when the field has that value, the field `other` is required. */
  readonly companions?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** The encoding of the body. The default is JSON. */
  readonly encoding?: 'form';
  /** The operation buys, deletes, dials or sends: live mode asks for confirmation, and retries are restricted. */
  readonly spends?: boolean;
  /** Why the operation is deprecated, and what to use instead. */
  readonly deprecated?: string;
  readonly gives: Gives;
  readonly types?: { args: Args; input: Input };
}

export type Tree = { readonly [name: string]: Row | Tree };
export const isRow = (node: Row | Tree): node is Row => typeof node.route === 'string';

export interface Facts<
  L = readonly Word[],
  N = Fields | null,
  T = Fields | null,
  V = readonly AnyField[],
  G = AnyField,
> {
  origin?: Origin; // default: documented
  ok?: number; //     default: 200, 204 for a DELETE
  lead?: L;
  needs?: N; //       required fields
  takes?: T; //       optional fields; `{}`: none are documented, any field is accepted
  variants?: V; //    exactly one of these sets of fields, in addition
  fixed?: Record<string, string>; // wire fields that are always sent; the caller does not pass them
  wire?: Record<string, string>; //  argument name → wire field, if they differ
  params?: boolean; // send the fields inside `params`
  companions?: Record<string, Record<string, string>>; // field → its value → the field it requires
  encoding?: 'form'; // default: JSON
  spends?: boolean;
  deprecated?: string;
  gives?: G;
}

type None = Record<never, never>;
type Given<F> = F extends null ? None : F;
type Each<Common, V> = V extends unknown ? Flat<Common & V> : never;
type Input<N, T, V> = V extends readonly []
  ? [N, T] extends [null, null]
    ? null
    : Obj<Given<N>, Given<T>>
  : Each<Values<Given<N>> & Partial<Values<Given<T>>>, V extends readonly AnyField[] ? Values<V>[number] : never>;

export function op<
  const R extends Route,
  const L extends readonly Word[] = [],
  const N extends Fields | null = null,
  const T extends Fields | null = null,
  const V extends readonly AnyField[] = [],
  const G extends AnyField = Field<Free>,
>(route: R, help: string, facts: Facts<L, N, T, V, G> = {}): Row<[...PathWords<R>, ...Lead<L>], Input<N, T, V>, G, R> {
  const free = Boolean(facts.needs ?? facts.takes ?? facts.variants);
  const ok = route.startsWith('DELETE') ? 204 : 200;
  const row = {
    origin: 'documented',
    ok,
    gives: anything(),
    ...facts,
    lead: facts.lead ?? [],
    needs: facts.needs ?? {},
    takes: facts.takes ?? {},
    free,
    route,
    help,
  };
  return row as never;
}

const a = (what: string) => `${/^[aeiou]/i.test(what) ? 'an' : 'a'} ${what}`;

/** Creates the five usual operations of a collection. `word` is the name of the argument that identifies one member. */
export const crud = <
  const B extends `/${string}`,
  const W extends Word,
  const U extends 'PUT' | 'PATCH',
  const N extends Fields,
  const T extends Fields,
  A,
>(
  base: B,
  word: W,
  what: string,
  {
    update,
    created = 200,
    needs,
    takes,
    gives,
  }: { update: U; created?: 200 | 201; needs: N; takes: T; gives: Field<A> },
) => ({
  list: op(`GET ${base}`, `List ${what}s.`, { takes: {}, gives: page(gives) }),
  create: op(`POST ${base}`, `Create ${a(what)}.`, { needs, takes, gives, ok: created }),
  get: op(`GET ${base}/{${word}}`, `Fetch one ${what}.`, { gives }),
  update: op(`${update} ${base}/{${word}}`, `Change ${a(what)}.`, { takes: { ...needs, ...takes }, gives }),
  delete: op(`DELETE ${base}/{${word}}`, `Delete ${a(what)}.`, { gives: none, spends: true }),
});

const words = new WeakMap<Row, readonly string[]>();
/** Returns the names of the positional arguments: the parameters of the path, then the lead. */
export function wordsOf(row: Row): readonly string[] {
  let known = words.get(row);
  if (!known) {
    const inPath = [...row.route.matchAll(/\{(\w+)\}/g)].map(([, word]) => word as string);
    known = [...inPath.filter((word) => word !== 'account'), ...row.lead];
    words.set(row, known);
  }
  return known;
}

/** Yields every row of a tree with its dotted name, in the order of the tables. */
export function* walkRows(tree: Tree, prefix = ''): Generator<[name: string, row: Row]> {
  for (const [key, node] of Object.entries(tree)) {
    if (isRow(node)) yield [prefix + key, node];
    else yield* walkRows(node, `${prefix}${key}.`);
  }
}
