import type { Handlers } from '../../respond/handler.js';
import { crud, find } from '../../respond/resources.js';
import { allCalls, type Call } from './call.js';
import { legView } from './leg-view.js';
import { STATES } from './states.js';

export const voiceLog: Handlers = {
  ...crud('logs.voice', allCalls, {
    view,
    isListed:
      ({ input }) =>
      ({ discarded_at }) =>
        input.include_deleted || discarded_at === null,
  }),
  'logs.voice.list_events': (request) => {
    const call = find(request, allCalls);
    const ids = { project_id: request.state.project, log_id: call.id };
    return { data: call.log.map(({ at, ...entry }) => ({ ...entry, ...ids, event_at: at })) };
  },
};

function view(call: Call): unknown {
  const { id, created_at, discarded_at, source, status } = call;
  if (discarded_at !== null) return { id, discarded_at, created_at };
  const { log, compat } = STATES[status];
  // Calls of the compatible API are logged with the status names of that API.
  if (source === 'laml') return { ...legView(call), source, type: 'laml_call', status: compat };
  return { ...legView(call), status: log };
}
