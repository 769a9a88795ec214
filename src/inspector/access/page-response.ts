import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ServedResponse } from '../../http/index.js';
import { packageRoot } from '../../util/index.js';

/** The parts of a document that the policy allows, by their hashes. */
interface Inline {
  readonly styles?: string;
  readonly script?: string | undefined;
}

export const policyFor = ({ styles, script }: Inline): string =>
  [
    ...["default-src 'none'", `script-src 'self'${hashOf(script)}`, `style-src 'self'${hashOf(styles)}`],
    ...["connect-src 'self'", "img-src 'self' data:"],
    ...["base-uri 'none'", "form-action 'self'", "frame-ancestors 'none'"],
  ].join('; ');

const hashOf = (text: string | undefined): string =>
  text === undefined ? '' : ` 'sha256-${createHash('sha256').update(text).digest('base64')}'`;

const SAFE_HEADERS = {
  'content-security-policy': policyFor({}),
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

/** A file of the page, which the build wrote. */
export const builtFile = (name: string): string => readFileSync(join(packageRoot(), 'dist', 'inspector', name), 'utf8');
