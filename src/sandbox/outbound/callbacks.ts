import { collection, type State } from '../state/state.js';
import { addRecent } from './inbox.js';
import type { OutboundRequest } from './outbound-request.js';

/** A request to the user's server. It is sent only to servers on this machine, and stored in any case. */
export interface Callback extends OutboundRequest {
  readonly id: string;
  readonly at: string;
  /** The event, such as `calling.call.answered`. */
  readonly event: string;
}

export const allCallbacks = collection<Callback>('callbacks');

/** Queues a callback if a URL was given. `at` is the time of the event and defaults to now. */
export function addCallback(state: State, { url, method, at, ...rest }: Event): void {
  if (typeof url !== 'string' || url === '') return;
  addRecent(state, allCallbacks, { ...rest, at, url, method: method === 'GET' ? 'GET' : 'POST' });
}

interface Event extends Pick<Callback, 'event' | 'encoding' | 'payload'> {
  readonly url: unknown;
  readonly method?: unknown;
  readonly at?: string | undefined;
}
