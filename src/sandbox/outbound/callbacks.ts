import { kind, type State } from '../state/state.js';

/** What the platform tells somebody's server. Those on this machine get it; the others' is kept here. */
export interface Callback {
  readonly id: string;
  readonly at: string;
  /** What happened, such as `calling.call.answered`. */
  readonly event: string;
  readonly url: string;
  readonly method: 'GET' | 'POST';
  readonly encoding: 'json' | 'form';
  readonly payload: Readonly<Record<string, unknown>>;
}

export const allCallbacks = kind<Callback>('callbacks');

const KEPT = 1000;

/** Tells a URL, if one was given. `at`: when it happened, if that is not now. */
export function callBack(
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
  if (callbacks.size >= KEPT)
    for (const { id } of callbacks) {
      callbacks.delete(id);
      break;
    }
  callbacks.add({
    id: state.ids.uuid(),
    at,
    url,
    method: method === 'GET' ? 'GET' : 'POST',
    ...rest,
  });
}
