import type { ServedResponse } from '../../http/index.js';

const POLICY = [
  ...["default-src 'none'", "script-src 'self'", "style-src 'self'", "connect-src 'self'", "img-src 'self' data:"],
  ...["base-uri 'none'", "form-action 'self'", "frame-ancestors 'none'"],
].join('; ');

const SAFE_HEADERS = {
  'content-security-policy': POLICY,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-store',
};

export const pageResponse = (
  status: number,
  type: string,
  body: ServedResponse['body'] | string,
  headers: Readonly<Record<string, string>> = {},
): ServedResponse => ({
  status,
  headers: { ...SAFE_HEADERS, 'content-type': type, ...headers },
  body: typeof body === 'string' ? Buffer.from(body) : body,
});

export const json = (status: number, value: unknown): ServedResponse =>
  pageResponse(status, 'application/json', JSON.stringify(value));

export const redirect = (location: string, headers: Readonly<Record<string, string>>): ServedResponse =>
  pageResponse(303, 'text/plain', '', { location, ...headers });
