import { readRegularFile } from '../../util/index.js';
import type { TypeChecking } from '../execute/executor.js';
import type { Connection } from '../wire/connection.js';
import { defaultMemoryLimit } from '../wire/memory-limit.js';
import { takeAccount } from './account-pipe.js';

export interface KernelOptions {
  readonly connection: Connection;
  readonly mayGoLive: boolean;
  /** Skip the confirmation of live requests that buy, delete, dial or send. */
  readonly yes: boolean;
  /** Whether a user may run commands of the shell with `.sh`. */
  readonly allowsShell: boolean;
  readonly typeChecking: TypeChecking;
  /** The memory limit of the process in bytes. */
  readonly memory: number;
  /** The process with which the kernel ends. */
  readonly parent: number;
  /** The account for `use('live')`. It is not in `process.env`, where cells could read it. */
  readonly account: Readonly<Record<string, string>>;
}

/**
 * Parses the kernel's command line and the variables `PATCHBAY_LIVE=1`, `PATCHBAY_TYPES=off|warn|stop` and those of the
 * account, which it removes from `env`. A kernel that is not live discards the account.
 */
export function kernelOptions(args: readonly string[], env: NodeJS.ProcessEnv): KernelOptions {
  const file = args.find((arg) => !arg.startsWith('--'));
  if (!file)
    throw new Error(
      'usage: kernel-main.js CONNECTION_FILE [--live] [--yes] [--shell] [--memory=MEGABYTES] [--parent=PID]',
    );
  const { PATCHBAY_TYPES: types } = env;
  const mayGoLive = args.includes('--live') || env.PATCHBAY_LIVE === '1';
  const account = takeAccount(args, env);
  const optionOf = (flag: string) => args.find((arg) => arg.startsWith(flag))?.slice(flag.length);
  const memory = optionOf('--memory=');
  return {
    connection: JSON.parse(readRegularFile(file).toString()) as Connection,
    mayGoLive,
    account: (mayGoLive && account) || {},
    yes: args.includes('--yes'),
    allowsShell: args.includes('--shell'),
    memory: memory === undefined ? defaultMemoryLimit() : Number(memory) * 1024 * 1024,
    // A parent that ends before this line is known by its flag only.
    parent: Number(optionOf('--parent=') ?? process.ppid),
    typeChecking: types === 'off' || types === 'stop' ? types : 'warn',
  };
}
