import { SkillBase } from '../contract/skill-base.js';
import { createExpressionTool, createSimpleApiTool, DataMap } from '../data-map/index.js';
import { FunctionResult } from '../function-result/index.js';

const CONTRACT = Symbol.for('patchbay.skills');

/**
 * Returns the exports of `patchbay/skills` for skills on disk, and stores them where a module without imports can read
 * them.
 */
export function contract() {
  const names = { SkillBase, FunctionResult, DataMap, createSimpleApiTool, createExpressionTool };
  (globalThis as { [CONTRACT]?: unknown })[CONTRACT] = names;
  return names;
}
