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

/** The result of a callback. `kept` means that its URL is not on this machine, so it was not sent. */
export type Outcome =
  | 'kept'
  | 'posting'
  | { readonly status: number; readonly attempts?: number }
  | { readonly error: string; readonly attempts?: number };

export interface SentCallback extends Callback {
  readonly outcome: Outcome;
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
