import type { CompatPage, Free, Page, WholeList } from './public-types.js';
import type { AnyField, DocumentLanguage, Envelope, Fields, Limits } from './row-types.js';

export interface Field<T = unknown> extends AnyField {
  /** For the compiler only. The property does not exist at run time. */
  readonly type: T;
}

type Value = string | number | boolean;

export interface PageField<T, Item> extends Field<T> {
  readonly item: Item;
}

export type Values<F> = { -readonly [K in keyof F]: F[K] extends Field<infer T> ? T : never };
/** `infer` drops the alias, so that editors show the fields instead of the type expression. */
export type Flat<T> = T extends infer U ? { [K in keyof U]: U[K] } : never;
export type Obj<Needs, Takes> = Flat<Values<Needs> & Partial<Values<Takes>>>;

const field = <T>(kind: Field['kind'], doc?: string, more?: object) =>
  ({ kind, ...(doc && { doc }), ...more }) as Field<T>;

export const str = (doc?: string, limits?: Limits) => field<string>('str', doc, { limits });
export const num = (doc?: string, limits?: Limits) => field<number>('num', doc, { limits });
export const int = (doc?: string, limits?: Limits) => field<number>('int', doc, { limits });
export const bool = (doc?: string, limits?: Limits) => field<boolean>('bool', doc, { limits });
export const nil = field<null>('null');
export const none = field<void>('none');
export const anything = (doc?: string) => field<Free>('obj', doc, { needs: {}, takes: {} });
/** A SWML document. */
export const swml = (doc: string, document: DocumentLanguage = 'swml') =>
  field<Free>('obj', doc, { needs: {}, takes: {}, document });
/** The text of a cXML document. */
export const cxml = (doc: string) => field<string>('str', doc, { document: 'cxml' });
/** The address of a document. */
export const documentUrl = (serves: DocumentLanguage, doc?: string) => field<string>('str', doc, { serves });

export const oneOf = <const V extends readonly Value[]>(values: V, doc?: string, limits?: Limits) =>
  field<V[number]>('oneOf', doc, { values, limits });
/** A string with known values. Other values are accepted too. */
export const suggest = <const V extends readonly string[]>(values: V, doc?: string) =>
  field<V[number] | (string & {})>('oneOf', doc, { values, open: true });

export const list = <T>(of: Field<T>, doc?: string, limits?: Limits) => field<T[]>('list', doc, { of: [of], limits });
export const either = <const F extends readonly AnyField[]>(of: F, doc?: string) =>
  field<Values<F>[number]>('either', doc, { of });
export const orNull = <T>(of: Field<T>, doc?: string) => field<T | null>('either', doc ?? of.doc, { of: [of, nil] });

export const obj = <const N extends Fields, const T extends Fields = Record<never, never>>(
  needs: N,
  takes: T = {} as T,
  doc?: string,
) => field<Obj<N, T>>('obj', doc, { needs, takes });
/** An object with more fields than the description lists. */
export const openObj = <const N extends Fields>(needs: N, doc?: string) =>
  field<Flat<Values<N> & Free>>('obj', doc, { needs, takes: {}, open: true });
/** A named object. It becomes an interface of that name in the published types. */
export const shape = <const N extends Fields, const T extends Fields = Record<never, never>>(
  name: string,
  needs: N,
  takes: T = {} as T,
) => field<Obj<N, T>>('obj', undefined, { name, needs, takes });
/** `{ type, params }`, the platform's format for alternatives. */
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

/** Makes each field nullable, as in responses that repeat the fields of a request. */
export const nullable = <const F extends Fields>(fields: F) =>
  Object.fromEntries(Object.entries(fields).map(([name, one]) => [name, orNull(one as Field)])) as {
    readonly [K in keyof F]: Field<(F[K] extends Field<infer T> ? T : never) | null>;
  };
