import type { WireResponse } from '../../http/index.js';

const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8' };

/** An answer with a body of JSON text, or without a body. */
export const answer = (status: number, json?: string): WireResponse =>
  json === undefined
    ? { status, headers: {}, body: new Uint8Array() }
    : { status, headers: JSON_TYPE, body: Buffer.from(json) };

/** What is wrong with a request. The shape in which that is said depends on where it was asked. */
export interface Complaint {
  readonly message: string;
  /** The field that is wrong. */
  readonly attribute?: string;
  /** Told also where the shape has nothing but the name of the status. */
  readonly spoken?: boolean;
  /** A word for programs. */
  readonly code?: string;
  /** A number for programs, in the compatible API. */
  readonly number?: number;
  readonly type?: 'validation_error' | 'account_error';
  /** Further keys of the answer. */
  readonly more?: Readonly<Record<string, unknown>>;
}

/** An answer that is an error; thrown, so that a subject can stop wherever it finds the mistake. */
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
