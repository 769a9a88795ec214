import type { State } from '../state/state.js';
import { snakeCase } from './filters.js';
import type { Stored } from './resources.js';

export const VERSION = '2010-04-01';

export const compatPath = (state: State, rest: string) => `/api/laml/${VERSION}/Accounts/${state.project}/${rest}`;

/** Formats a date as in RFC 2822. */
export const compatDate = (iso: string) => new Date(iso).toUTCString().replace('GMT', '+0000');

/** The fields that most items of the compatible API begin with. `rest` is the path under the account. */
export function compatItem(state: State, { id, created_at, updated_at }: Stored, rest: string) {
  return {
    sid: id,
    account_sid: state.project,
    api_version: VERSION,
    date_created: compatDate(created_at),
    date_updated: compatDate(updated_at),
    uri: compatPath(state, rest),
  };
}

export const snakeFields = (fields: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [snakeCase(name), value]));

/** The price of the started minutes, rounded to a hundredth of a cent. */
export const priced = (ms: number, rate: number): number => Math.round(Math.ceil(ms / 60_000) * rate * 10_000) / 10_000;
