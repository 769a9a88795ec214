import { compatPage, type Field, int, none, oneOf, str } from '../../field.js';
import { indefinite } from '../../route.js';
import { type Facts, op } from '../../row.js';
import type { AnyField, Fields } from '../../row-types.js';

/** The base path of the compatible API. The client fills in the account with the project. */
export const A = '/api/laml/2010-04-01/Accounts/{account}';

export const Verb = oneOf(['GET', 'POST']);
export const Post = oneOf(['GET', 'POST'], undefined, { default: 'POST' });

export const paging = {
  Page: int('Requires `PageToken` when above 0.', { min: 0, default: 0 }),
  PageSize: int(undefined, { min: 1, max: 1000, default: 50 }),
  PageToken: str('From `next_page_uri` or `previous_page_uri` of another page.'),
};
/** Filters by time. A `<` or `>` after the key selects the times before or after the value. */
export const when = <const K extends string>(key: K) =>
  ({ [key]: str('At this time.'), [`${key}<`]: str('Before this time.'), [`${key}>`]: str('After this time.') }) as {
    readonly [Name in K | `${K}<` | `${K}>`]: Field<string>;
  };

/** The fields of nearly every response. */
export const item = { sid: str(), account_sid: str('The project.'), date_created: str('As in RFC 2822.'), date_updated: str() };
export const versioned = { ...item, api_version: str(), uri: str('The path of the resource, without the host.') };

type Some = Fields | null;
type Route = Parameters<typeof op>[0];
/** A row whose fields are sent as a form. */
export const form = <const R extends Route, const G extends AnyField, const N extends Some = null, const T extends Some = null>(
  route: R, help: string, facts: Facts<never, N, T, never, G>,
) =>
  op<R, [], N, T, [], G>(route, help, { ...facts, encoding: 'form' });
export const remove = <const R extends Route>(route: R, help: string) => op(route, help, { spends: true, gives: none });

/** Creates the five usual rows of a collection. In this API, an update requires the same fields as a create. */
export const resource = <const B extends `/${string}`, const K extends string, const F extends Fields, const N extends Fields, const T extends Fields, I>(
  base: B,
  key: K,
  what: string,
  { filters, needs, takes, gives }: { filters: F; needs: N; takes: T; gives: Field<I> },
) => ({
  list:   op(`GET ${base}`, `List ${what}s.`, { takes: { ...filters, ...paging }, gives: compatPage(gives, key) }),
  create: form(`POST ${base}`, `Create ${indefinite(what)}.`, { needs, takes, ok: 201, gives }),
  get:    op(`GET ${base}/{sid:${what}}`, `Fetch one ${what}.`, { gives }),
  update: form(`POST ${base}/{sid:${what}}`, `Update one ${what}.`, { needs, takes, gives }),
  delete: remove(`DELETE ${base}/{sid:${what}}`, `Delete one ${what}.`),
});

/** The fields of streams, which are the same for calls and for conferences. */
export const stream = {
  target: { Url: str('A WebSocket URL, `wss://`.') },
  options: {
    Name: str('Unique in the call. Can replace the sid in later requests.'),
    Track: oneOf(['inbound_track', 'outbound_track', 'both_tracks'], undefined, { default: 'both_tracks' }),
    StatusCallback: str(), StatusCallbackMethod: Post, AuthorizationBearerToken: str(),
    'Parameter1.Name': str('Sent when the stream starts.'), 'Parameter1.Value': str(), 'Parameter2.Name': str(), 'Parameter2.Value': str(),
  },
  stop: { takes: { Status: oneOf(['stopped'], 'The client sends it.') }, fixed: { Status: 'stopped' } },
  Status: oneOf(['queued', 'in-progress', 'stopped']),
};
