import type { CommandOptions, CommandResult, SharedCommand, SharedUse } from '../../commands/index.js';
import { parse } from '../../commands/index.js';
import { type CliCommand, unknownAction } from '../command.js';
import { DIFFERENT, FAILED, FINE, WRONG_USAGE } from '../exit-codes.js';
import { printShown } from '../output.js';

/** What the shell runs in its own way, by action, such as a server. Without actions, the key is empty. */
export type OwnRuns = Readonly<Record<string, (args: readonly string[]) => Promise<number>>>;

/** Reads the description of a command for the shell. */
export function shellCommand(name: string, command: SharedCommand, own: OwnRuns = {}): CliCommand {
  const { actions } = command;
  return {
    ...command,
    async run(args) {
      if (!actions) return own['']?.(args) ?? runUse(command, args);
      const [action, ...rest] = args;
      const use = action !== undefined && Object.hasOwn(actions, action) ? actions[action] : undefined;
      if (action === undefined || !use) throw unknownAction(name, action, actions);
      return own[action]?.(rest) ?? runUse(use, rest);
    },
  };
}

async function runUse(
  use: Partial<Pick<SharedUse, 'run'>> & { readonly options?: CommandOptions },
  args: readonly string[],
): Promise<number> {
  if (!use.run) throw new Error('this command has no run');
  const { shellContext } = await import('../shell-context.js');
  return printed(await use.run(parse(args, use.options ?? {}), shellContext()));
}

const CODES = { failed: FAILED, 'wrong usage': WRONG_USAGE, different: DIFFERENT } as const;

async function printed({ shown, outcome }: CommandResult): Promise<number> {
  await printShown(shown);
  return outcome === undefined ? FINE : CODES[outcome];
}
