import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { INVALID_NAME, isSkillName, type SkillRegistry } from '../../skills/index.js';
import { createFile, fileInShell, UsageError } from '../../util/index.js';
import type { CommandContext, CommandResult, SkillFlags } from '../shared-command.js';
import { newSkillFiles } from './new-skill-files.js';

interface Given {
  readonly values: SkillFlags & { readonly dir?: string };
  readonly positionals: readonly string[];
}

/** Writes the files of a skill into a new folder, and shows how to run and test it. */
export async function newSkill({ values, positionals }: Given, context: CommandContext): Promise<CommandResult> {
  const [name, ...more] = positionals;
  if (name === undefined || more.length > 0) throw new UsageError('skills new needs the name of one skill');
  const { registry } = await context.skills({});
  await assertFree(name, registry);
  const { dir = 'skills' } = values;
  const folder = join(dir, name);
  makeFolder(dir, folder);
  const files = newSkillFiles(name);
  for (const [file, content] of Object.entries(files)) createFile(join(folder, file), content, { mode: 0o644 });
  const written = Object.keys(files).map((file) => join(folder, file));
  const fixture = fileInShell(join(folder, 'fixture.yaml'));
  const lines = [
    `Wrote ${written.join(', ')}`,
    '',
    'Run it, with the fixture in place of its service:',
    `  patchbay skills run ${name} get_${name} '{"id":"7"}' --skills ${fileInShell(dir)} --replay ${fixture}`,
    'Test it, in a project with the package patchbay:',
    `  node --test ${fileInShell(join(folder, 'skill.test.mjs'))}`,
  ];
  return { shown: lines.join('\n') };
}

async function assertFree(name: string, registry: SkillRegistry): Promise<void> {
  if (!isSkillName(name)) throw new UsageError(`${INVALID_NAME}, got ${JSON.stringify(name)}`);
  const known = (await registry.list_skills()).find((skill) => skill.name === name);
  if (known) throw new UsageError(`${name} is a ${known.source} skill. Choose another name`);
}

/** Never writes into an existing folder, or through a link that has the name of the new one. */
function makeFolder(dir: string, folder: string): void {
  try {
    mkdirSync(dir, { recursive: true });
  } catch (cause) {
    throw new UsageError(`cannot create the folder ${dir}: ${(cause as Error).message}`);
  }
  try {
    mkdirSync(folder);
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException;
    if (code !== 'EEXIST') throw new UsageError(`cannot create ${folder}: ${message}`);
    throw new UsageError(`${folder} exists. Choose another name, or another folder with --dir`);
  }
}
