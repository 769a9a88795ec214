import type { CassetteEntry } from '../format/schema.js';
import { bodyKey, recordedBodyKey } from './body-key.js';
import { canonicalAddress } from './canonical-address.js';

/** What is asked, with nothing that matching does not read. */
export interface Asked {
  readonly method: string;
  readonly url: string;
  readonly body?: string | Uint8Array | undefined;
  /** The content type, where the body has one. */
  readonly type?: string | undefined;
}

// What makes two requests the same: method, address with its query in any order, and the body as data.

export const addressKey = ({ method, url }: Pick<Asked, 'method' | 'url'>): string =>
  `${method} ${canonicalAddress(url)}`;

export const bodyKeyOf = ({ body, type }: Asked): string => bodyKey(body, type);

export const recordedBodyKeyOf = ({ request }: CassetteEntry): string => recordedBodyKey(request.body, request.type);
