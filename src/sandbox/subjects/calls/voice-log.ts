import { page } from '../../respond/pages.js';
import { notFound } from '../../respond/response.js';
import type { Ask, Subject } from '../../respond/subject.js';
import { allCalls, type Call } from './call.js';
import { legView } from './leg-view.js';
import { STATES } from './states.js';

/** The voice log: calls and their events. */
export const voiceLog: Subject = {
  'logs.voice.list': (ask) => {
    const withDeleted = ask.query.get('include_deleted') === 'true';
    return page(ask, allCalls(ask.state), view, ({ discarded_at }) => withDeleted || discarded_at === null);
  },
  'logs.voice.get': (ask) => view(find(ask)),
  'logs.voice.list_events': (ask) => {
    const call = find(ask);
    const data = call.log.map(({ at, level, name, details }) => ({
      event_at: at,
      level,
      name,
      details,
      project_id: ask.state.project,
      log_id: call.id,
    }));
    return { data };
  },
};

function find({ state, words }: Ask): Call {
  const call = allCalls(state).get(words.log_id ?? '');
  if (!call) throw notFound();
  return call;
}

function view(call: Call): unknown {
  const { id, created_at, discarded_at, source, status } = call;
  if (discarded_at !== null) return { id, discarded_at, created_at };
  const { log, compat } = STATES[status];
  // Calls of the compatible API are logged with the status names of that API.
  if (source === 'laml') return { ...legView(call), source, type: 'laml_call', status: compat };
  return { ...legView(call), status: log };
}
