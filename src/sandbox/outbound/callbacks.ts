import { collection, type State } from '../state/state.js';

/** A request to the user's server. It is sent only to servers on this machine, and stored in any case. */
export interface Callback {
  readonly id: string;
  readonly at: string;
  /** The event, such as `calling.call.answered`. */
  readonly event: string;
  readonly url: string;
  readonly method: 'GET' | 'POST';
  readonly encoding: 'json' | 'form';
  readonly payload: Readonly<Record<string, unknown>>;
}

export const allCallbacks = collection<Callback>('callbacks');

const MAX_CALLBACKS = 1000;

/** Queues a callback if a URL was given. `at` is the time of the event and defaults to now. */
export function addCallback(
  state: State,
  {
    url,
    method = 'POST',
    at = state.clock.now().toISOString(),
    ...rest
  }: Omit<Callback, 'id' | 'at' | 'url' | 'method'> & { url: unknown; method?: unknown; at?: string },
): void {
  if (typeof url !== 'string' || url === '') return;
  const callbacks = allCallbacks(state);
  if (callbacks.size >= MAX_CALLBACKS)
    for (const { id } of callbacks) {
      callbacks.delete(id);
      break;
    }
  callbacks.add({ id: state.ids.uuid(), at, url, method: method === 'GET' ? 'GET' : 'POST', ...rest });
}
