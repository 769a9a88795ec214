import { collection, type State } from '../state/state.js';
import { addRecent } from './inbox.js';
import type { OutboundRequest } from './outbound-request.js';

/** A request to the user's server. It is sent only to servers on this machine, and stored in any case. */
export interface Callback extends OutboundRequest {
  readonly id: string;
  readonly at: string;
  /** The event, such as `calling.call.answered`. */
  readonly event: string;
  /** Undefined until the sandbox has looked at it. It is stored here, so that a snapshot contains it. */
  readonly outcome?: Outcome;
}

/**
 * The result of a callback. `kept` means that its URL is not on this machine, so it was not sent. `isMiss`: a recording
 * answers for the servers and does not have the request, which says nothing about the server.
 */
export type Outcome =
  | 'kept'
  | 'posting'
  | { readonly status: number; readonly attempts?: number }
  | { readonly error: string; readonly attempts?: number; readonly isMiss?: true };

export interface SentCallback extends Callback {
  readonly outcome: Outcome;
}

export const allCallbacks = collection<Callback>('callbacks');

/** Queues a callback if a URL was given. `at` is the time of the event and defaults to now. */
export function addCallback(state: State, { url, method, at, ...rest }: Event): void {
  if (typeof url !== 'string' || url === '') return;
  const callback = { ...rest, at, url, method: method === 'GET' ? ('GET' as const) : ('POST' as const) };
  addRecent(state, allCallbacks, callback, (one) => state.network.sends !== true || isFinished(one));
}

/** The id of the latest callback of the state. */
export const latestCallback = (state: State): string | undefined => allCallbacks(state).newest().next().value?.[1].id;

/** Whether the callback may be forgotten. One that is not sent yet never is. */
const isFinished = ({ outcome }: Callback): boolean => outcome !== undefined && outcome !== 'posting';

interface Event extends Pick<Callback, 'event' | 'encoding' | 'payload'> {
  readonly url: unknown;
  readonly method?: unknown;
  readonly at?: string | undefined;
}
