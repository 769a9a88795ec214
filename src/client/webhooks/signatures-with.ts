/** What of a request is signed. The body is as it was sent, before it is parsed. */
export interface SignedParts {
  readonly url: string;
  readonly contentType: string | undefined;
  readonly body: string;
}

export type Hash = 'sha1' | 'sha256';

/** The functions of cryptography that a runtime has. Texts are encoded as UTF-8. */
export interface Digests {
  hmac(hash: Hash, key: string, text: string): Uint8Array;
  sha256(text: string): Uint8Array;
  /** Takes the same time for all texts of one length. */
  isEqual(one: string, other: string): boolean;
}

export type Signatures = ReturnType<typeof signaturesWith>;

export const signaturesWith = ({ hmac, sha256 }: Digests) => ({
  /** The signature of a request for a SWML document: over the URL and the raw body, in hexadecimal. */
  documentSignature: (hash: Hash, { url, body }: SignedParts, key: string): string =>
    hexOf(hmac(hash, key, `${url}${body}`)),
  /** The signature of a request of cXML: over the URL and the sorted fields of a form, in Base64. */
  formSignature: (parts: SignedParts, key: string): string =>
    btoa(String.fromCharCode(...hmac('sha1', key, `${parts.url}${sortedFields(parts)}`))),
  /** The hash of a body that is not a form. It is part of the signed URL, as `bodySHA256`. */
  bodyHash: (body: string): string => hexOf(sha256(body)),
});

const hexOf = (bytes: Uint8Array): string => [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');

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
