import type { WireResponse } from '../../http/index.js';

const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8' };

export const jsonResponse = (status: number, json?: string): WireResponse =>
  json === undefined
    ? { status, headers: {}, body: new Uint8Array() }
    : { status, headers: JSON_TYPE, body: Buffer.from(json) };

/** The reason for refusing a request. The error format depends on the path. */
export interface ErrorDetails {
  readonly message: string;
  readonly attribute?: string;
  /** Include the message even where the format normally has only the name of the status. */
  readonly alwaysShown?: boolean;
  readonly code?: string;
  readonly number?: number;
  readonly type?: 'validation_error' | 'account_error';
}

/** An error response. Handlers throw it as soon as they find a mistake in the request. */
export class Refusal {
  constructor(
    readonly status: number,
    readonly details?: ErrorDetails,
  ) {}
}

export const badRequest = (details?: ErrorDetails) => new Refusal(400, details);
export const unauthorized = () => new Refusal(401);
export const forbidden = () => new Refusal(403);
export const notFound = () => new Refusal(404);
export const methodNotAllowed = (message: string) => new Refusal(405, { message, alwaysShown: true });
/** Returns the item if it exists, or throws the error 404. */
export function found<T>(item: T | undefined): T {
  if (item === undefined) throw notFound();
  return item;
}
export const conflict = (details: ErrorDetails) => new Refusal(409, details);
export const invalid = (details: ErrorDetails) => new Refusal(422, details);
export const notSimulated = (operation: string) =>
  new Refusal(501, { message: `the sandbox does not simulate ${operation} yet` });
