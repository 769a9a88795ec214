import { canonicalAddress } from './address.js';
import { bodyKey, recordedBodyKey } from './body-key.js';
import type { CassetteEntry } from './format.js';

/** What is asked, with nothing that matching does not read. */
export interface Asked {
  readonly method: string;
  readonly url: string;
  readonly body?: string | Uint8Array | undefined;
  /** The content type, where the body has one. */
  readonly type?: string | undefined;
}

/** What makes two requests the same: method, address with its query in any order, and the body as data. */
export const keyOf = ({ method, url, body, type }: Asked): string =>
  `${method} ${canonicalAddress(url)}\n${bodyKey(body, type)}`;

export const keyOfEntry = ({ request }: CassetteEntry): string =>
  `${request.method} ${canonicalAddress(request.url)}\n${recordedBodyKey(request.body, request.type)}`;
