import type { AnyField, Field, PageField } from './field.js';
import type { Row } from './row.js';

/** The request that a call would send. */
export interface Plan {
  readonly operation: string;
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/**
 * The result of a list operation: `await` returns the first page, and `for await` iterates over the items of all pages.
 */
export interface Listing<Page, Item> extends Promise<Page>, AsyncIterable<Item> {}

// Every element has a label: in TypeScript 5.0, one element without a label renames all of them to args_0, args_1, …
type Args<A extends readonly unknown[], I> = [I] extends [null]
  ? A
  : Record<never, never> extends I
    ? [...path: A, fields?: I]
    : [...path: A, fields: I];
type Answer<G> =
  G extends PageField<infer P, infer Item> ? Listing<P, Item> : G extends Field<infer O> ? Promise<O> : never;

export type Client<T> = {
  readonly [K in keyof T]: T[K] extends Row<infer A, infer I, infer G extends AnyField>
    ? (...args: Args<A extends readonly unknown[] ? A : never, I>) => Answer<G>
    : Client<T[K]>;
};

/** The same tree, in which each method returns its plan. */
export type Dry<T> = {
  readonly [K in keyof T]: T[K] extends (...args: infer A) => unknown ? (...args: A) => Plan : Dry<T[K]>;
};
