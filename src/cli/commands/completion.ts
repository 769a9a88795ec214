import { parse, readProfiles } from '../../commands/index.js';
import type { CliCommand } from '../command.js';
import { FINE, UsageError } from '../exit-codes.js';
import { EVALUATION } from '../options.js';
import { writeOut } from '../output.js';

export const completion: CliCommand = {
  help: 'Print a completion script for your shell.',
  example: 'source <(patchbay completion bash)',
  actions: {
    bash: {
      help: 'Print the script for bash. Add the command to ~/.bashrc.',
      example: 'source <(patchbay completion bash)',
    },
    zsh: {
      help: 'Print the script for zsh. Add the command to ~/.zshrc after compinit.',
      example: 'source <(patchbay completion zsh)',
    },
    fish: {
      help: 'Print the script for fish. Add the command to config.fish.',
      example: 'patchbay completion fish | source',
    },
  },
  async run(args) {
    const { positionals } = parse(args, {});
    const [shell = '', kind = '', of = ''] = positionals;
    if (shell === 'names') return names(kind, of);
    const [{ placesOf, SHELLS }, { commands }] = await Promise.all([
      import('../completion/index.js'),
      import('./index.js'),
    ]);
    const script = Object.hasOwn(SHELLS, shell) ? SHELLS[shell] : undefined;
    if (!script || positionals.length > 1)
      throw new UsageError(`completion needs one of ${Object.keys(SHELLS).join(', ')}`);
    writeOut(script(await placesOf(commands, EVALUATION)));
    return FINE;
  },
};

/** Prints names that are known only at run time. The completion scripts call it. */
async function names(kind: string, of: string): Promise<number> {
  const all =
    kind === 'profile'
      ? Object.keys(readProfiles().profiles)
      : kind === 'tool'
        ? await toolNames(of)
        : await skillNames();
  writeOut(all.map((name) => `${name.replace(/\s+/g, ' ')}\n`).join(''));
  return FINE;
}

async function skillNames(): Promise<string[]> {
  const { createRegistry } = await import('../../skills/index.js');
  return (await createRegistry().list_skills()).map(({ name }) => name);
}

async function toolNames(skill: string): Promise<string[]> {
  const [{ createRegistry, previewSkill }, { enforceEgress }] = await Promise.all([
    import('../../skills/index.js'),
    import('../../http/index.js'),
  ]);
  // A preview runs code of the user's skills.
  enforceEgress('loopback');
  return (await previewSkill(createRegistry(), skill, process.env))?.tools.map(({ name }) => name) ?? [];
}
