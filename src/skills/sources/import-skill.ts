import type { ReadModule } from '../../modules/index.js';
import { SkillBase, type SkillClass } from '../contract/skill-base.js';
import type { FoundSkill } from './directory.js';

/** Loads a skill and its imports as one module, because another `patchbay/skills` has another `SkillBase`. */
export async function importSkill({ name, file, module }: FoundSkill): Promise<SkillClass> {
  const exported = await (module ?? (await readSkill(file))).run();
  const skill = Object.values(exported).find((one) => isSkill(one) && one.SKILL_NAME === name);
  if (isSkill(skill)) return skill;
  const others = Object.values(exported).flatMap((one) => (isSkill(one) ? [one.SKILL_NAME] : []));
  throw new Error(
    others.length > 0
      ? `the SKILL_NAME must be ${name}, got ${others.join(', ')}`
      : 'the file exports no class that extends SkillBase',
  );
}

export async function readSkill(file: string, options: { readonly sealed?: boolean } = {}): Promise<ReadModule> {
  const { readModule } = await import('../../modules/index.js');
  const source = await contractSource();
  return readModule(file, { ...options, provided: { patchbay: source, 'patchbay/skills': source } });
}

const isSkill = (value: unknown): value is SkillClass =>
  typeof value === 'function' && value.prototype instanceof SkillBase;

const CONTRACT = Symbol.for('patchbay.skills');

/** Returns the source of `patchbay/skills` as a module with the exports of the running copy. */
async function contractSource(): Promise<string> {
  const contract = await import('../index.js');
  // A skill on disk is a module without imports, so it reads the exports from the global object.
  (globalThis as { [CONTRACT]?: unknown })[CONTRACT] = contract;
  const names = Object.keys(contract).join(', ');
  return `const { ${names} } = globalThis[Symbol.for('patchbay.skills')];
export { ${names} };`;
}
