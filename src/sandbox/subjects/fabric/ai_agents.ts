import type { Subject } from '../../respond/subject.js';
import type { State } from '../../state/state.js';
import { notUnique, uuidOf } from '../refusals.js';
import type { Own } from './families.js';
import { family } from './family.js';
import { ofType } from './store/store.js';

export const ai_agents: Subject = family('ai_agent', {
  made: ({ state }, given) => withFreeId(state, given),
  changed: ({ state }, given, { id, own }) => merged(own, withFreeId(state, given, id)),
});

/** A client may choose the `agent_id` of an agent if it is free. The default is the id of the resource. */
function withFreeId(state: State, given: Own, holder?: string): Own {
  if (given.agent_id === undefined) return given;
  const agent_id = uuidOf('agent_id', given.agent_id);
  for (const { id, own } of ofType('ai_agent')(state))
    if (id !== holder && (id === agent_id || own.agent_id === agent_id)) throw notUnique('agent_id', agent_id);
  return { ...given, agent_id };
}

/**
 * Keeps the fields that an update omits, also inside prompts. A `text` prompt replaces a `pom` prompt, and vice versa.
 */
function merged(was: Own, given: Own): Own {
  const inside = ['prompt', 'post_prompt', 'multilingual'].flatMap((name) => {
    if (given[name] === undefined) return [];
    const { text, pom, ...rest } = (was[name] ?? {}) as Own;
    const now = given[name] as Own;
    const kept = now.text === undefined && now.pom === undefined ? { text, pom } : {};
    return [[name, dropUndefined({ ...rest, ...kept, ...now })]];
  });
  return { ...was, ...given, ...Object.fromEntries(inside) };
}

const dropUndefined = (fields: Own): Own =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
