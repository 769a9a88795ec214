import type { Field, PageField } from './field.js';
import type { AnyField, Listing } from './public-types.js';
import type { OperationRow } from './row.js';

// Every element has a label: in TypeScript 5.0, one element without a label renames all of them to args_0, args_1, …
type Args<A extends readonly unknown[], I> = [I] extends [null]
  ? A
  : Record<never, never> extends I
    ? [...path: A, fields?: I]
    : [...path: A, fields: I];
type Answer<G> =
  G extends PageField<infer P, infer Item> ? Listing<P, Item> : G extends Field<infer O> ? Promise<O> : never;

export type Client<T> = {
  readonly [K in keyof T]: T[K] extends OperationRow<infer A, infer I, infer G extends AnyField>
    ? (...args: Args<A extends readonly unknown[] ? A : never, I>) => Answer<G>
    : Client<T[K]>;
};
