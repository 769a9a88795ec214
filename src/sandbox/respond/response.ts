import type { WireResponse } from '../../http/index.js';

const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8' };

/** Builds a response with a JSON body, or without a body. */
export const answer = (status: number, json?: string): WireResponse =>
  json === undefined
    ? { status, headers: {}, body: new Uint8Array() }
    : { status, headers: JSON_TYPE, body: Buffer.from(json) };

/** The reason for refusing a request. The error format depends on the path. */
export interface Complaint {
  readonly message: string;
  /** The invalid field. */
  readonly attribute?: string;
  /** Include the message even where the format normally has only the name of the status. */
  readonly spoken?: boolean;
  /** A code for programs. */
  readonly code?: string;
  /** A numeric code, for the compatible API. */
  readonly number?: number;
  readonly type?: 'validation_error' | 'account_error';
  /** Additional keys of the response. */
  readonly more?: Readonly<Record<string, unknown>>;
}

/** An error response. Handlers throw it as soon as they find a mistake in the request. */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    readonly complaint?: Complaint,
  ) {
    super(`the sandbox answers ${status}`);
  }
}

export const badRequest = (complaint?: Complaint) => new Refusal(400, complaint);
export const unauthorized = () => new Refusal(401);
export const forbidden = () => new Refusal(403);
export const notFound = () => new Refusal(404);
export const conflict = (complaint: Complaint) => new Refusal(409, complaint);
export const invalid = (complaint: Complaint) => new Refusal(422, complaint);
export const notSimulated = (what: string) =>
  new Refusal(501, { message: `the sandbox does not simulate ${what} yet` });
