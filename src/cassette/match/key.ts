import type { CassetteEntry } from '../format/schema.js';
import { bodyKey, recordedBodyKey } from './body-key.js';
import { canonicalAddress } from './canonical-address.js';

/** The parts of a request that matching uses. */
export interface Asked {
  readonly method: string;
  readonly url: string;
  readonly body?: string | Uint8Array | undefined;
  /** The content type of the body, if it has one. */
  readonly type?: string | undefined;
}

// Two requests are equal if they have the same method, the same URL with its query in any order, and equivalent bodies.

export const addressKey = ({ method, url }: Pick<Asked, 'method' | 'url'>): string =>
  `${method} ${canonicalAddress(url)}`;

export const bodyKeyOf = ({ body, type }: Asked): string => bodyKey(body, type);

export const recordedBodyKeyOf = ({ request }: CassetteEntry): string => recordedBodyKey(request.body, request.type);
