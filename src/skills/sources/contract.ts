import { SkillBase } from '../contract/skill-base.js';
import { createExpressionTool, createSimpleApiTool, DataMap } from '../data-map/index.js';
import { FunctionResult } from '../function-result/index.js';

const CONTRACT = Symbol.for('patchbay.skills');

/** What a skill on disk gets from `patchbay/skills`; put where a module without imports can reach it. */
export function contract() {
  const names = { SkillBase, FunctionResult, DataMap, createSimpleApiTool, createExpressionTool };
  (globalThis as { [CONTRACT]?: unknown })[CONTRACT] = names;
  return names;
}
