import { anything, type Field, type Flat, none, type Obj, page, type Values } from './field.js';
import type { Free } from './public-types.js';
import { indefinite, parseArgument, parseRoute } from './route.js';
import type { AnyField, Fields, Row, Tree } from './row-types.js';

type RouteText = `${Row['method']} /${string}`;

/** A row with the types from which the client's methods and the handlers of the sandbox are inferred. */
export interface OperationRow<
  Args = unknown,
  Input = unknown,
  Gives extends AnyField = AnyField,
  Declared extends string = string,
> extends Row {
  readonly gives: Gives;
  /** For the compiler only. The property does not exist at run time. */
  readonly types?: { args: Args; input: Input; route: Declared };
}

export const isRow = (node: Row | Tree): node is Row => typeof node.route === 'string';

export interface Facts<
  L = readonly string[],
  N = Fields | null,
  T = Fields | null,
  V = readonly AnyField[],
  G = AnyField,
> {
  origin?: Row['origin']; // default: documented
  ok?: number; //     default: 200, 204 for a DELETE
  lead?: L;
  needs?: N; //       required fields
  takes?: T; //       optional fields; `{}`: none are documented, any field is accepted
  demands?: readonly (keyof T & string)[]; // optional fields that the platform requires; the client does not
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

type PathArgs<Path> = Path extends `${string}{${infer Parameter}}${infer Rest}`
  ? [...(Parameter extends 'account' ? [] : [argument: string]), ...PathArgs<Rest>]
  : [];
type LeadArgs<L> = L extends readonly [unknown, ...infer Rest] ? [argument: string, ...LeadArgs<Rest>] : [];

type None = Record<never, never>;
type Given<F> = F extends null ? None : F;
type Each<Common, V> = V extends unknown ? Flat<Common & V> : never;
type Input<N, T, V> = V extends readonly []
  ? [N, T] extends [null, null]
    ? null
    : Obj<Given<N>, Given<T>>
  : Each<Values<Given<N>> & Partial<Values<Given<T>>>, V extends readonly AnyField[] ? Values<V>[number] : never>;

export function op<
  const R extends RouteText,
  const L extends readonly string[] = [],
  const N extends Fields | null = null,
  const T extends Fields | null = null,
  const V extends readonly AnyField[] = [],
  const G extends AnyField = Field<Free>,
>(
  route: R,
  help: string,
  facts: Facts<L, N, T, V, G> = {},
): OperationRow<[...PathArgs<R>, ...LeadArgs<L>], Input<N, T, V>, G, R> {
  const free = Boolean(facts.needs ?? facts.takes ?? facts.variants);
  const parsed = parseRoute(route);
  const lead = (facts.lead ?? []).map(parseArgument);
  const ok = parsed.method === 'DELETE' ? 204 : 200;
  const row = {
    origin: 'documented',
    ok,
    gives: anything(),
    ...facts,
    ...parsed,
    route: `${parsed.method} ${parsed.path}`,
    args: [...parsed.parameters.filter(({ name }) => name !== 'account'), ...lead],
    lead: lead.map(({ name }) => name),
    needs: facts.needs ?? {},
    takes: marked(facts.takes ?? {}, facts.demands),
    free,
    help,
  };
  return row as never; // the type parameters exist only for the compiler
}

export interface CrudFacts<U, N, T, A> {
  update: U;
  created?: 200 | 201;
  needs: N;
  takes: T;
  demands?: readonly (keyof (N & T) & string)[];
  gives: Field<A>;
}

/** Adds to the description of a field that the platform requires it. */
const marked = (takes: Fields, demands: readonly string[] = []): Fields => {
  const mark = (field: AnyField) => ({
    ...field,
    doc: [field.doc, 'The platform requires it.'].filter(Boolean).join(' '),
  });
  return {
    ...takes,
    ...Object.fromEntries(
      Object.entries(takes).flatMap(([name, field]) => (demands.includes(name) ? [[name, mark(field)]] : [])),
    ),
  };
};

/** Creates the five usual operations of a collection. `argument` identifies one member. */
export const crud = <
  const B extends `/${string}`,
  const P extends string,
  const U extends 'PUT' | 'PATCH',
  const N extends Fields,
  const T extends Fields,
  A,
>(
  base: B,
  argument: P,
  what: string,
  { update, created = 200, needs, takes, demands, gives }: CrudFacts<U, N, T, A>,
) => ({
  list: op(`GET ${base}`, `List ${what}s.`, { takes: {}, gives: page(gives) }),
  create: op(`POST ${base}`, `Create ${indefinite(what)}.`, { needs, takes, gives, ok: created }),
  get: op(`GET ${base}/{${argument}}`, `Fetch one ${what}.`, { gives }),
  update: op(`${update} ${base}/{${argument}}`, `Update ${indefinite(what)}.`, {
    takes: { ...needs, ...takes },
    demands,
    gives,
  }),
  delete: op(`DELETE ${base}/{${argument}}`, `Delete ${indefinite(what)}.`, { gives: none, spends: true }),
});

export const argumentNames = ({ args }: Row): readonly string[] => args.map(({ name }) => name);

/** Yields every row of a tree with its dotted name, in the order of the tables. */
export function* walkRows(tree: Tree, prefix = ''): Generator<[name: string, row: Row]> {
  for (const [key, node] of Object.entries(tree)) {
    if (isRow(node)) yield [prefix + key, node];
    else yield* walkRows(node, `${prefix}${key}.`);
  }
}
