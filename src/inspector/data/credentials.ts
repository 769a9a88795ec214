import { createHmac } from 'node:crypto';
import type { rawExchange } from '../../bench/index.js';
import { CUT } from '../../redact/index.js';
import type { RequestDetail } from '../contract.js';
import { basicAuthorization, type Inspected } from '../inspected.js';

type Credentials = RequestDetail['credentials'];
type RawExchange = ReturnType<typeof rawExchange>;
type Sent = Pick<RawExchange, 'credentials' | 'redacted' | 'request'>;

/** Compares the credentials of a request with those of the page. Null if the log does not have them. */
export function credentialsOf(
  { redacted, credentials }: Sent,
  sandbox: Pick<NonNullable<Inspected['sandbox']>, 'credentials'> | undefined,
): Credentials {
  // A comparison is no secret, so it passes the redaction.
  const sent = redacted(({ request: { headers } }) => headers.authorization !== undefined);
  if (!sent) return credentials.length > 0 ? null : 'none';
  if (!sandbox) return null;
  const own = basicAuthorization(sandbox.credentials);
  return redacted(({ request: { headers } }) => sameAs(own, headers.authorization ?? '')) ? 'own' : 'other';
}

/** The name of a scheme has no case. */
const sameAs = (own: string, sent: string): boolean => sent.replace(/^basic +/i, 'Basic ') === own;

/** A mark for each masked header: equal marks are equal values. Without the key, a mark says nothing about its value. */
export const marksOf = ({ redacted, request }: Sent, key: string): RequestDetail['marks'] =>
  Object.fromEntries(
    Object.entries(request.headers).flatMap(([name, shown]) =>
      shown.includes(CUT) ? [[name, redacted((sent) => markOf(key, sent.request.headers[name] ?? ''))]] : [],
    ),
  );

const MARK_LENGTH = 8;
const markOf = (key: string, value: string): string =>
  createHmac('sha256', key).update(value).digest('hex').slice(0, MARK_LENGTH);

const OTHERS = ['API_USER', 'API_PASSWORD'] as const;

/** The credentials for a command that sends the same request. Those of the page are not the ones of this request. */
export const forCommand = (raw: RawExchange, credentials: Credentials): RawExchange =>
  credentials === 'other'
    ? {
        ...raw,
        credentials: raw.credentials.map((one) => (one.variables.length > 1 ? { ...one, variables: OTHERS } : one)),
      }
    : raw;
