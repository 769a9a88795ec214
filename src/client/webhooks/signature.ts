import { createHash, createHmac } from 'node:crypto';

/** What of a request is signed. The body is as it was sent, before it is parsed. */
export interface SignedParts {
  readonly url: string;
  readonly contentType: string | undefined;
  readonly body: string;
}

type Hash = 'sha1' | 'sha256';

/** The signature of a request for a SWML document: over the URL and the raw body, in hexadecimal. */
export function documentSignature(hash: Hash, { url, body }: SignedParts, key: string): string {
  return createHmac(hash, key).update(`${url}${body}`).digest('hex');
}

/** The signature of a request of cXML: over the URL and the sorted fields of a form, in Base64. */
export function formSignature(parts: SignedParts, key: string): string {
  return createHmac('sha1', key)
    .update(`${parts.url}${sortedFields(parts)}`)
    .digest('base64');
}

/** The hash of a body that is no form. It is part of the signed URL, as `bodySHA256`. */
export const bodyHash = (body: string): string => createHash('sha256').update(body).digest('hex');

export const isForm = (contentType: string | undefined): boolean =>
  contentType?.split(';')[0]?.trim().toLowerCase() === 'application/x-www-form-urlencoded';

/** The fields of a form by name, each name followed by its value. Fields of the same name keep their order. */
function sortedFields({ contentType, body }: SignedParts): string {
  if (!isForm(contentType)) return '';
  return [...new URLSearchParams(body)]
    .sort(([one], [other]) => (one < other ? -1 : one > other ? 1 : 0))
    .map(([name, value]) => `${name}${value}`)
    .join('');
}
