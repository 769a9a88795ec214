/** One field of a request or an answer: plain data that help, completion, the sandbox and the checker read. */
export interface Field<T = unknown> {
  readonly kind: 'str' | 'num' | 'int' | 'bool' | 'null' | 'none' | 'oneOf' | 'list' | 'obj' | 'either' | 'page';
  /** For the compiler only: there is no such property at run time. */
  readonly type: T;
  readonly doc?: string;
  /** Of a shape; of a page, the key that holds its items. */
  readonly name?: string;
  readonly values?: readonly Value[];
  /** `values` are the known ones; the server may know more. */
  readonly open?: boolean;
  readonly of?: readonly AnyField[];
  readonly needs?: Fields;
  readonly takes?: Fields;
  readonly limits?: Limits;
  /** Of a page: where the way to the next one stands. */
  readonly envelope?: Envelope;
}

/** `links`: in `links.next`. `compat`: in `next_page_uri`. `none`: there is only one page. */
export type Envelope = 'links' | 'compat' | 'none';

// biome-ignore lint/suspicious/noExplicitAny: variance — a table holds fields of every type, and `unknown` would not accept them.
export type AnyField = Field<any>;
export type Fields = { readonly [name: string]: AnyField };
export type Value = string | number | boolean;

export interface PageField<T, Item> extends Field<T> {
  readonly item: Item;
}

export interface Limits {
  /** Of a string: its length. */
  readonly min?: number;
  readonly max?: number;
  /** What the server assumes; never sent. */
  readonly default?: unknown;
  /** Values that still work, each with what to use instead. */
  readonly deprecated?: Readonly<Record<string, string>>;
}

/** Fields that are not written down pass through untouched. */
export interface Free {
  [field: string]: unknown;
}
export type Values<F> = { -readonly [K in keyof F]: F[K] extends Field<infer T> ? T : never };
/** `infer` drops the alias, so that editors show the fields and not the formula. */
export type Flat<T> = T extends infer U ? { [K in keyof U]: U[K] } : never;
export type Obj<Needs, Takes> = Flat<Values<Needs> & Partial<Values<Takes>> & Free>;

export interface Links {
  self?: string;
  first?: string;
  prev?: string;
  next?: string;
}
export interface Page<T> {
  data: T[];
  links: Links;
  [field: string]: unknown;
}

/** A page of the compatible API: the items stand under the name of their kind. */
export type CompatPage<Key extends string, T> = Flat<
  { [K in Key]: T[] } & {
    uri: string;
    first_page_uri: string;
    next_page_uri: string | null;
    previous_page_uri: string | null;
    page: number;
    page_size: number;
  } & Free
>;
/** A list that comes whole. */
export interface WholeList<T> {
  data: T[];
  [field: string]: unknown;
}

const field = <T>(kind: Field['kind'], doc?: string, more?: object) =>
  ({ kind, ...(doc && { doc }), ...more }) as Field<T>;

export const str = (doc?: string, limits?: Limits) => field<string>('str', doc, { limits });
export const num = (doc?: string, limits?: Limits) => field<number>('num', doc, { limits });
export const int = (doc?: string, limits?: Limits) => field<number>('int', doc, { limits });
export const bool = (doc?: string, limits?: Limits) => field<boolean>('bool', doc, { limits });
export const nil = field<null>('null');
export const none = field<void>('none');
export const anything = (doc?: string) => field<Free>('obj', doc, { needs: {}, takes: {} });

export const oneOf = <const V extends readonly Value[]>(values: V, doc?: string, limits?: Limits) =>
  field<V[number]>('oneOf', doc, { values, limits });
/** Known values of an open set. */
export const suggest = <const V extends readonly string[]>(values: V, doc?: string) =>
  field<V[number] | (string & {})>('oneOf', doc, { values, open: true });

export const list = <T>(of: Field<T>, doc?: string) => field<T[]>('list', doc, { of: [of] });
export const either = <const F extends readonly AnyField[]>(of: F, doc?: string) =>
  field<Values<F>[number]>('either', doc, { of });
export const orNull = <T>(of: Field<T>, doc?: string) => field<T | null>('either', doc ?? of.doc, { of: [of, nil] });

export const obj = <const N extends Fields, const T extends Fields = Record<never, never>>(
  needs: N,
  takes: T = {} as T,
  doc?: string,
) => field<Obj<N, T>>('obj', doc, { needs, takes });
/** An object with a name: it becomes an interface of that name in the published types. */
export const shape = <const N extends Fields, const T extends Fields = Record<never, never>>(
  name: string,
  needs: N,
  takes: T = {} as T,
) => field<Obj<N, T>>('obj', undefined, { name, needs, takes });
/** `{ type, params }`, the platform's way to write a choice. */
export const choice = <const K extends string, const N extends Fields, const T extends Fields = Record<never, never>>(
  type: K,
  needs: N,
  takes: T = {} as T,
) => obj({ type: oneOf([type]), params: obj(needs, takes) });

const pageOf = (name: string, envelope: Envelope, item: AnyField) =>
  field('page', undefined, { name, envelope, of: [item] });
export const page = <T>(item: Field<T>) => pageOf('data', 'links', item) as PageField<Page<T>, T>;
export const compatPage = <T, const K extends string>(item: Field<T>, key: K) =>
  pageOf(key, 'compat', item) as PageField<CompatPage<K, T>, T>;
export const wholeList = <T>(item: Field<T>) => pageOf('data', 'none', item) as PageField<WholeList<T>, T>;

/** The same fields, each possibly null: how an answer repeats what a request may set. */
export const nullable = <const F extends Fields>(fields: F) =>
  Object.fromEntries(Object.entries(fields).map(([name, one]) => [name, orNull(one)])) as {
    readonly [K in keyof F]: Field<(F[K] extends Field<infer T> ? T : never) | null>;
  };
