import { addFax, type Fax, SECONDS_A_PAGE } from '../../subjects/faxes/fax.js';
import type { StepContext } from '../run/step-context.js';

type Stored = Pick<Fax, 'direction' | 'media_url'> & Partial<Fax>;

/** Stores a fax of the call. One that arrived has one page, and one without a URL failed. */
export function storeFax({ state, call }: StepContext, fax: Stored): Fax {
  const isSent = fax.direction === 'outbound';
  const [from, to] = isSent ? [call.to, call.from] : [call.from, call.to];
  const isDone = fax.media_url !== null;
  const status = isDone ? (isSent ? 'delivered' : 'received') : 'failed';
  const more = isDone ? { pages: 1, duration: SECONDS_A_PAGE } : { pages: 0, document: null };
  return addFax(state, { from, to, status, ...more, ...fax });
}

/** The URL of a fax that was received. */
export const receivedFax = (id: string, extension = 'pdf'): string =>
  `https://files.sandbox.invalid/faxes/${id}.${extension}`;
