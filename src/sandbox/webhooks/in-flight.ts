import { allCallbacks } from '../outbound/callbacks.js';
import { isHttpUrl, withoutQuery } from '../outbound/outbound-request.js';
import { pendingRequests } from '../runs/call-run.js';
import type { State } from '../state/state.js';
import { pendingDownloads } from '../subjects/datasphere/document.js';

/** A request to a server of the user that has no response yet. */
export interface InFlight {
  /** What the request is for, such as `calling.call.answered` or `call document`. */
  readonly event: string;
  readonly method: string;
  /** Without credentials and query. */
  readonly url: string;
}

/** The requests that have no response yet: of calls, of documents, and callbacks. */
export function inFlight(state: State): InFlight[] {
  const requests = [...pendingRequests(state)].map(({ document, request: { method, url } }) => ({
    event: document === null ? 'call request' : 'call document',
    ...{ method, url },
  }));
  const downloads = [...pendingDownloads(state)].map(({ url }) => ({
    event: 'datasphere document',
    ...{ method: 'GET', url },
  }));
  const callbacks = [...allCallbacks(state)]
    .filter(({ outcome }) => outcome === 'posting')
    .map(({ event, method, url }) => ({ event, method, url }));
  return [...requests, ...downloads, ...callbacks].map((one) => ({
    ...one,
    url: isHttpUrl(one.url) ? withoutQuery(one.url) : one.url,
  }));
}
