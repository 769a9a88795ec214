import type { CommandUse, Slot } from '../commands/index.js';
import { nearest } from '../util/index.js';
import { UsageError } from './exit-codes.js';

/** A command, the first word after `patchbay`. The help and the shell completion list the commands in the table. */
export interface CliCommand extends CommandUse {
  readonly actions?: Readonly<Record<string, CommandUse>>;
  /** Arguments after the first file belong to the script. */
  readonly hasScript?: boolean;
  run(args: readonly string[]): Promise<number>;
}

/** A kind of value that shells complete, with the names of a list. Numbers are known to a running sandbox only. */
export type KnownSlot = Exclude<Slot, 'number' | ((...args: never) => unknown)>;

export async function knownSlot(slot: Slot): Promise<KnownSlot> {
  if (typeof slot === 'function') return (await slot()).map(({ name }) => name);
  return slot === 'number' ? 'text' : slot;
}

export function unknownAction(
  name: string,
  typed: string | undefined,
  actions: CliCommand['actions'] = {},
): UsageError {
  const all = Object.keys(actions);
  const meant = typed === undefined ? undefined : nearest(typed, all);
  return new UsageError(
    meant === undefined
      ? `${name} needs one of ${all.slice(0, -1).join(', ')} and ${all.at(-1)}`
      : `${name} has no action ${typed}. Did you mean: patchbay ${name} ${meant}?`,
  );
}
