import { bodyHash, documentSignature, formSignature, isForm, type SignedParts } from '../../client/index.js';
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
  const names = signatureHeaders(state);
  const sha1 = names.sha1.toLowerCase();
  const parts = { contentType: request.headers['content-type'], body: textOf(request) };
  if (form === 'cxml') {
    const url = withBodyHash(request.url, request.body === undefined ? undefined : parts);
    const signature = formSignature({ ...parts, url }, key);
    return { ...request, url, headers: { ...request.headers, [sha1]: signature } };
  }
  // The URL of a call is signed without its credentials, that of a message with them.
  const signing = { ...parts, url: form === 'call' ? request.url : configured.url };
  const more = form === 'call' && { [names.sha256.toLowerCase()]: documentSignature('sha256', signing, key) };
  return { ...request, headers: { ...request.headers, [sha1]: documentSignature('sha1', signing, key), ...more } };
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

/** A body that is not a form is signed by its hash, which becomes part of the URL. */
function withBodyHash(url: string, parts: Omit<SignedParts, 'url'> | undefined): string {
  if (!parts || isForm(parts.contentType)) return url;
  return `${url}${url.includes('?') ? '&' : '?'}bodySHA256=${bodyHash(parts.body)}`;
}
