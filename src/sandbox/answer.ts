import type { WireResponse } from '../http/index.js';

const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8' };

export const answer = (status: number, body?: unknown): WireResponse =>
  body === undefined
    ? { status, headers: {}, body: new Uint8Array() }
    : { status, headers: JSON_TYPE, body: Buffer.from(JSON.stringify(body)) };

/** An answer that is an error; thrown, so that a subject can stop wherever it finds the mistake. */
export class Refusal extends Error {
  constructor(readonly response: WireResponse) {
    super(`the sandbox answers ${response.status}`);
  }
}

const plain = (status: number, error: string) => new Refusal(answer(status, { error }));

export const badRequest = () => plain(400, 'Bad Request');
export const unauthorized = () => plain(401, 'Unauthorized');
export const notFound = () => plain(404, 'Not Found');
export const notSimulated = (what: string) => plain(501, `the sandbox does not simulate ${what} yet`);

/** 422 in the family of the path: relay paths have a shape of their own. */
export function invalid(path: string, problem: { message: string; attribute?: string; code?: string }): Refusal {
  if (path.startsWith('/api/relay/rest/')) {
    return new Refusal(
      answer(422, { errors: [{ detail: problem.message, status: '422', title: 'Invalid Attribute', code: '422' }] }),
    );
  }
  const { message, attribute = null, code = 'invalid_parameter' } = problem;
  return new Refusal(
    answer(422, {
      errors: [{ type: 'validation_error', code, message, attribute, url: `https://sandbox.invalid/errors/${code}` }],
    }),
  );
}
