import { dirname, relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { BuildFailure, Plugin } from 'esbuild';
import { outsidePackages } from '../../util/index.js';
import { SkillBase, type SkillClass } from '../skill-base.js';
import { contract } from './contract.js';
import type { FoundSkill } from './found-skill.js';

/**
 * Loads the class of a skill from a TypeScript or JavaScript file. The file and what it imports by path become one
 * module, in which `patchbay/skills` is this very copy: another copy would have another `SkillBase`.
 */
export async function importSkill({ name, file }: FoundSkill): Promise<SkillClass> {
  // Errors of the skill name its file, not the address below.
  const code = `${await moduleOf(file)}\n//# sourceURL=${pathToFileURL(file).href}`;
  const address = `data:text/javascript;base64,${Buffer.from(code).toString('base64')}`;
  const module: Record<string, unknown> = await import(/* @vite-ignore */ address);
  const skill = Object.values(module).find((one) => isSkill(one) && one.SKILL_NAME === name);
  if (isSkill(skill)) return skill;
  const others = Object.values(module).flatMap((one) => (isSkill(one) ? [one.SKILL_NAME] : []));
  throw new Error(
    others.length > 0
      ? `it holds the skill ${others.join(', ')}; the SKILL_NAME must be ${name}`
      : 'it exports no class derived from SkillBase',
  );
}

/** The file and what it imports by path as the text of one module. */
async function moduleOf(file: string): Promise<string> {
  const { build } = await import('esbuild');
  try {
    const { outputFiles } = await build({
      entryPoints: [file],
      bundle: true,
      write: false,
      format: 'esm',
      platform: 'node',
      target: 'node20',
      define: { 'import.meta.url': JSON.stringify(pathToFileURL(file).href) },
      logLevel: 'silent',
      plugins: [contractPlugin(), outsidePackages()],
    });
    return outputFiles[0]?.text ?? '';
  } catch (cause) {
    const [first] = (cause as Partial<BuildFailure>).errors ?? [];
    if (!first) throw cause;
    const { location, text } = first;
    const where = location
      ? `${relative(dirname(file), resolve(location.file))}:${location.line}:${location.column + 1}: `
      : '';
    throw new Error(`${where}${text}`, { cause });
  }
}

const isSkill = (value: unknown): value is SkillClass =>
  typeof value === 'function' && value.prototype instanceof SkillBase;

/** `patchbay/skills` as a module that takes its exports from the running copy. */
function contractPlugin(): Plugin {
  return {
    name: 'contract',
    setup(plugin) {
      plugin.onResolve({ filter: /^patchbay(\/skills)?$/ }, () => ({ path: 'contract', namespace: 'contract' }));
      plugin.onLoad({ filter: /.*/, namespace: 'contract' }, () => ({
        contents: `const { ${Object.keys(contract()).join(', ')} } = globalThis[Symbol.for('patchbay.skills')];
          export { ${Object.keys(contract()).join(', ')} };`,
      }));
    },
  };
}
