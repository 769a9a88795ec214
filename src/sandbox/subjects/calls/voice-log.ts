import type { Handlers, RequestWith } from '../../respond/handler.js';
import { page } from '../../respond/pages.js';
import { found } from '../../respond/response.js';
import { allCalls, type Call } from './call.js';
import { legView } from './leg-view.js';
import { STATES } from './states.js';

export const voiceLog: Handlers = {
  'logs.voice.list': (request) => {
    const { include_deleted } = request.input;
    return page(request, allCalls(request.state), view, ({ discarded_at }) => include_deleted || discarded_at === null);
  },
  'logs.voice.get': (request) => view(find(request)),
  'logs.voice.list_events': (request) => {
    const call = find(request);
    const data = call.log.map(({ at, level, name, details }) => ({
      event_at: at,
      level,
      name,
      details,
      project_id: request.state.project,
      log_id: call.id,
    }));
    return { data };
  },
};

const find = ({ state, params }: RequestWith<'log_id'>): Call => found(allCalls(state).get(params.log_id));

function view(call: Call): unknown {
  const { id, created_at, discarded_at, source, status } = call;
  if (discarded_at !== null) return { id, discarded_at, created_at };
  const { log, compat } = STATES[status];
  // Calls of the compatible API are logged with the status names of that API.
  if (source === 'laml') return { ...legView(call), source, type: 'laml_call', status: compat };
  return { ...legView(call), status: log };
}
