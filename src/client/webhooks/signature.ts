import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { type Digests, signaturesWith } from './signatures-with.js';
import { verifierWith } from './verifier.js';

const digests: Digests = {
  hmac: (hash, key, text) => createHmac(hash, key).update(text).digest(),
  sha256: (text) => createHash('sha256').update(text).digest(),
  isEqual(given, expected) {
    const [one, other] = [Buffer.from(given), Buffer.from(expected)];
    return one.length === other.length && timingSafeEqual(one, other);
  },
};

export const { documentSignature, formSignature, bodyHash } = signaturesWith(digests);

/**
 * Whether a request to your server was signed with the signing key of your project. Both forms are accepted: that of SWML
 * documents and that of cXML. The comparison takes the same time for every wrong signature.
 */
export const verify_signature = verifierWith(digests);
