import type { IncomingRequest } from '../public-types.js';
import { type Digests, isForm, type SignedParts, signaturesWith } from './signatures-with.js';

/** Returns the function `verify_signature` of a runtime. */
export function verifierWith(digests: Digests): (request: IncomingRequest, key: string) => boolean {
  const { documentSignature, formSignature, bodyHash } = signaturesWith(digests);
  const { isEqual } = digests;

  /** A body that is not a form is not in the text that is signed, but its hash is in the URL. */
  function isFormSignature(signature: string, parts: SignedParts, key: string): boolean {
    if (!isEqual(signature, formSignature(parts, key))) return false;
    if (parts.body === '' || isForm(parts.contentType)) return true;
    return isEqual(new URL(parts.url).searchParams.get('bodySHA256') ?? '', bodyHash(parts.body));
  }

  return (request, key) => {
    if (typeof key !== 'string' || key === '') throw new TypeError('verify_signature(request, key): key is missing');
    if (typeof request.url !== 'string' || !URL.canParse(request.url))
      throw new TypeError('verify_signature(request, key): url must be the whole URL, as you configured it');
    const { sha1, sha256, contentType } = headersOf(request.headers);
    if (sha1 === undefined && sha256 === undefined) return false;
    const body = textOf(request.body);
    const all = [...new Set([request.url, withoutCredentials(request.url)])].map((url) => ({ url, contentType, body }));
    if (sha256 !== undefined && !all.some((parts) => isEqual(sha256, documentSignature('sha256', parts, key))))
      return false;
    return (
      sha1 === undefined ||
      all.some((parts) => isEqual(sha1, documentSignature('sha1', parts, key)) || isFormSignature(sha1, parts, key))
    );
  };
}

function headersOf(headers: IncomingRequest['headers']) {
  let sha1: string | undefined;
  let sha256: string | undefined;
  let contentType: string | undefined;
  for (const [name, given] of entriesOf(headers)) {
    const value = typeof given === 'string' ? given : given?.join(', ');
    const lower = name.toLowerCase();
    if (lower === 'content-type') contentType = value;
    else if (/^x-[a-z\d-]+-sha256-signature$/.test(lower)) sha256 = value;
    else if (/^x-[a-z\d-]+-signature$/.test(lower)) sha1 = value;
  }
  return { sha1, sha256, contentType };
}

const entriesOf = (headers: IncomingRequest['headers']) =>
  Symbol.iterator in headers ? headers : Object.entries(headers);

const textOf = (body: IncomingRequest['body'] = ''): string => {
  if (typeof body === 'string') return body;
  if (body instanceof Uint8Array) return new TextDecoder('utf-8', { ignoreBOM: true }).decode(body);
  throw new TypeError(
    'verify_signature(request, key): body must be the raw body, a string or bytes, not the parsed fields',
  );
};

function withoutCredentials(text: string): string {
  const url = new URL(text);
  if (url.username === '' && url.password === '') return text;
  url.username = '';
  url.password = '';
  return url.href;
}
