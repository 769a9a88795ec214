import type { State } from '../../state/state.js';

/** Builds a callback of the command API. Only `calling.call.*` events have a channel. */
export const relayEvent = (
  state: State,
  event_type: string,
  at: string,
  params: Readonly<Record<string, unknown>>,
) => ({
  event: event_type,
  encoding: 'json' as const,
  payload: {
    event_type,
    ...(event_type.startsWith('calling.call.') && { event_channel: 'sandbox' }),
    timestamp: Date.parse(at) / 1000,
    project_id: state.project,
    space_id: state.project,
    params,
  },
});
