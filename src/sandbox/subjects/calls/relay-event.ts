import type { State } from '../../state/state.js';

/** What the platform posts to the servers of the command API: one envelope for every event,
 * but a transcript has no channel. */
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
