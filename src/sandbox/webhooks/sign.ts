import { createHash, createHmac } from 'node:crypto';
import type { WireRequest } from '../../http/index.js';
import { attempt } from '../../util/index.js';
import type { State } from '../state/state.js';
import { signingKey } from '../subjects/projects.js';

/**
 * How a request is signed: as the request for a call document, as one of a message document, or as every request of
 * cXML. Other requests, such as the callbacks of SWML, have no signature.
 */
export type SignatureForm = 'call' | 'message' | 'cxml';

type Signing = Pick<State, 'signing'>;

/** The part of the header names before `-Signature`. The platform has its own name there. */
const PREFIX = 'X-Platform';

/** Checks the options of a sandbox. */
export function checkSigning({ key, prefix }: State['signing']): void {
  if (key !== undefined && !/^[\x21-\x7e]{1,512}$/.test(key))
    throw new TypeError('createSandbox({ signing_key }): use up to 512 ASCII characters, without spaces');
  if (prefix !== undefined && (!/^[a-z](?:[a-z\d-]{0,62}[a-z\d])?$/i.test(prefix) || /-signature$/i.test(prefix)))
    throw new TypeError(
      `createSandbox({ signature_prefix }): use the part of the header name before -Signature, such as ${PREFIX}`,
    );
}

/** The names of the signature headers. Only the requests for call documents in SWML have the second one. */
export const signatureHeaders = ({ signing: { prefix = PREFIX } }: Signing) =>
  ({ sha1: `${prefix}-Signature`, sha256: `${prefix}-SHA256-Signature` }) as const;

/** Returns a request as it is sent: with the credentials of its URL as a header, and with its signature. */
export function signed<R extends WireRequest>(state: State, configured: R, form: SignatureForm | null): R {
  if (!URL.canParse(configured.url)) return configured;
  const request = withCredentials(configured);
  if (form === null) return request;
  const key = signingKey(state);
  const hmac = (hash: 'sha1' | 'sha256', text: string) => createHmac(hash, key).update(text);
  const names = signatureHeaders(state);
  const sha1 = names.sha1.toLowerCase();
  if (form === 'cxml') {
    const url = withBodyHash(request);
    const signature = hmac('sha1', url + sortedFields(request)).digest('base64');
    return { ...request, url, headers: { ...request.headers, [sha1]: signature } };
  }
  // The URL of a call is signed without its credentials, that of a message with them.
  const text = `${form === 'call' ? request.url : configured.url}${textOf(request)}`;
  const more = form === 'call' && { [names.sha256.toLowerCase()]: hmac('sha256', text).digest('hex') };
  return { ...request, headers: { ...request.headers, [sha1]: hmac('sha1', text).digest('hex'), ...more } };
}

/** Credentials in a URL become HTTP basic authentication. The fragment is not sent. */
function withCredentials<R extends WireRequest>(request: R): R {
  const url = new URL(request.url);
  const { username, password } = url;
  url.hash = '';
  if (username === '' && password === '') return { ...request, url: url.href };
  url.username = '';
  url.password = '';
  const plain = (text: string) => attempt(() => decodeURIComponent(text)) ?? text;
  const authorization = `Basic ${Buffer.from(`${plain(username)}:${plain(password)}`).toString('base64')}`;
  return { ...request, url: url.href, headers: { authorization, ...request.headers } };
}

const textOf = ({ body = '' }: WireRequest): string =>
  typeof body === 'string' ? body : Buffer.from(body).toString('utf8');

const isForm = ({ headers }: WireRequest): boolean => headers['content-type'] === 'application/x-www-form-urlencoded';

/** The fields of a form by name, each name followed by its value. Fields of the same name keep their order. */
function sortedFields(request: WireRequest): string {
  if (!isForm(request)) return '';
  const fields = [...new URLSearchParams(textOf(request))];
  return fields
    .sort(([one], [other]) => (one < other ? -1 : one > other ? 1 : 0))
    .map(([name, value]) => `${name}${value}`)
    .join('');
}

/** A body that is not a form is signed by its hash, which becomes part of the URL. */
function withBodyHash(request: WireRequest): string {
  const { url, body } = request;
  if (body === undefined || isForm(request)) return url;
  const hash = createHash('sha256').update(textOf(request)).digest('hex');
  return `${url}${url.includes('?') ? '&' : '?'}bodySHA256=${hash}`;
}
