import { types } from 'node:util';
import { NEXT } from './listing.js';

/** Fetches the page after a page of a client. Returns undefined for the last page and for other values. */
export async function nextPage(page: object): Promise<unknown> {
  const next: unknown = types.isProxy(page) ? undefined : Object.getOwnPropertyDescriptor(page, NEXT)?.value;
  return typeof next === 'function' ? next() : undefined;
}
