import { isRecord } from '../../request/read-json.js';
import type { Handlers } from '../../respond/handler.js';
import type { State } from '../../state/state.js';
import { notUnique, uuidOf } from '../refusals.js';
import type { Own } from './families.js';
import { family } from './family.js';
import { ofType, resourcesWith } from './store/store.js';

export const ai_agents: Handlers = family('ai_agent', {
  create: (state, given) => withFreeId(state, given),
  update: (state, given, { id, own }) => merged(own, withFreeId(state, given, id)),
});

/** A client may choose the `agent_id` of an agent if it is free. The default is the id of the resource. */
function withFreeId(state: State, given: Own & { readonly agent_id?: string }, self?: string): Own {
  if (given.agent_id === undefined) return given;
  const agent_id = uuidOf('agent_id', given.agent_id);
  const same = [ofType('ai_agent')(state).get(agent_id), ...resourcesWith(state, 'ai_agent', 'agent_id', agent_id)];
  if (same.some((agent) => agent !== undefined && agent.id !== self)) throw notUnique('agent_id', agent_id);
  return { ...given, agent_id };
}

/** Keeps the fields that an update omits, also inside prompts. `text` and `pom` prompts replace each other. */
function merged(own: Own, given: Own): Own {
  const nested = ['prompt', 'post_prompt', 'multilingual'].flatMap((name) => {
    const value = given[name];
    if (!isRecord(value)) return [];
    const { text, pom, ...rest } = fieldsIn(own[name]);
    const previous = value.text === undefined && value.pom === undefined ? { text, pom } : {};
    return [[name, dropUndefined({ ...rest, ...previous, ...value })]];
  });
  return { ...own, ...given, ...Object.fromEntries(nested) };
}

const fieldsIn = (value: unknown): Own => (isRecord(value) ? value : {});

const dropUndefined = (fields: Own): Own =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
