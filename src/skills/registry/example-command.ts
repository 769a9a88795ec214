import type { SkillExample } from '../contract/skill-base.js';

/** Returns the example of a skill as a shell command. */
export function exampleCommand(name: string, { tool, args, params }: SkillExample): string {
  const words = [tool, ...(args ? [quoted(args)] : []), ...(params ? ['--params', quoted(params)] : [])];
  return `patchbay skills run ${name} ${words.join(' ')}`;
}

const quoted = (value: unknown) => `'${JSON.stringify(value).replaceAll("'", `'\\''`)}'`;
