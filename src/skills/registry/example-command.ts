import type { SkillExample } from '../contract/skill-base.js';

/** The example of a skill as it is typed into a shell. */
export function exampleCommand(name: string, { tool, args, params }: SkillExample): string {
  const words = [tool, ...(args ? [quoted(args)] : []), ...(params ? ['--params', quoted(params)] : [])];
  return `patchbay skills run ${name} ${words.join(' ')}`;
}

const quoted = (value: unknown) => `'${JSON.stringify(value).replaceAll("'", `'\\''`)}'`;
