import { isRow, usageOf } from '../../client/index.js';
import { SkillRegistry } from '../../skills/index.js';
import type { Session } from '../complete/complete.js';
import { find } from '../complete/from-rows.js';

/** Suggests what to type next when a result shows little by itself. */
export async function hintsOn(source: string, value: unknown, { skills }: Pick<Session, 'skills'>): Promise<string[]> {
  if (value instanceof SkillRegistry)
    return [`${(await skills()).length} skills. Type .skills to list them, or run await registry.list_skills()`];
  return typeof value === 'function' ? uncalled(source) : [];
}

/** Suggests the call for an operation that the input names but does not call, such as `platform.queues.list`. */
function uncalled(source: string): string[] {
  const [, isDry, path = ''] = /^\s*(?:await\s+)?platform(\.dry)?((?:\.\w+)+)\s*;?\s*$/.exec(source) ?? [];
  const steps = path.split('.').slice(1);
  const row = find(steps);
  if (!row || !isRow(row)) return [];
  const call = `platform${isDry ?? ''}.${usageOf(steps.join('.'), row).replace('{…}', '')}`;
  return [`call it: ${isDry ? call : `await ${call}`}`];
}
