import { isDeepStrictEqual } from 'node:util';

/** A request as an export sends it. */
export interface SentRequest {
  readonly method: string;
  readonly url: string;
  readonly type: string | undefined;
  readonly body: string | undefined;
}

/** Why the requests in an export are not exactly those of the recording, or undefined. */
export function requestsProblem(found: readonly SentRequest[], expected: readonly SentRequest[]): string | undefined {
  if (found.length !== expected.length) return `it has ${found.length} requests instead of ${expected.length}`;
  const at = expected.findIndex((request, i) => !isDeepStrictEqual(plain(found[i]), plain(request)));
  return at < 0 ? undefined : `request ${at + 1} is not the recorded ${expected[at]?.method} ${expected[at]?.url}`;
}

const plain = (request: SentRequest | undefined) =>
  request && [request.method, request.url, request.type, request.body];
