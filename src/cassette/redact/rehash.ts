import { sha256 } from '../format/body.js';
import type { CassetteDocument, CassetteHeader, RecordedBody } from '../format/schema.js';

/** Updates the hash of base64 bodies whose bytes changed by redaction. */
export function rehashed<T extends CassetteHeader | CassetteDocument>(document: T): T {
  if (document.kind !== 'http') return document;
  const { request, response } = document as { request?: WithBody; response?: WithBody };
  if (!isPacked(request) && !isPacked(response)) return document;
  const parts = Object.entries({ request, response }).flatMap(([name, part]) => {
    const body = part?.body && hashed(part.body);
    return body === undefined || body === part?.body ? [] : [[name, { ...part, body }]];
  });
  return parts.length === 0 ? document : { ...document, ...Object.fromEntries(parts) };
}

interface WithBody {
  readonly body?: RecordedBody | undefined;
}

const isPacked = (part: WithBody | undefined) => part?.body !== undefined && 'base64' in part.body;

function hashed(body: RecordedBody): RecordedBody {
  if (!('base64' in body) || body.sha256 === undefined) return body;
  const bytes = Buffer.from(body.base64, 'base64');
  const hash = sha256(bytes);
  return hash === body.sha256 ? body : { base64: bytes.toString('base64'), sha256: hash };
}
