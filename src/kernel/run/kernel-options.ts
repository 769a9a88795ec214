import { readFileSync } from 'node:fs';
import type { TypeChecking } from '../execute/execute.js';
import type { Connection } from '../wire/messages.js';
import { takeAccount } from './account-pipe.js';

export interface KernelOptions {
  readonly connection: Connection;
  /** Cells may ask for the real platform. */
  readonly mayGoLive: boolean;
  /** Nobody is asked before live requests that buy, delete, dial or send. */
  readonly yes: boolean;
  readonly typeChecking: TypeChecking;
  /** What `use('live')` uses, where cells do not find it by themselves. */
  readonly account: Readonly<Record<string, string>>;
}

/**
 * The kernel's command line, and the variables it reads: `PATCHBAY_LIVE=1`, `PATCHBAY_TYPES=off|warn|stop` and the
 * account, which is removed from `env`. A kernel that may not go live forgets the account.
 */
export function kernelOptions(args: readonly string[], env: NodeJS.ProcessEnv): KernelOptions {
  const file = args.find((arg) => !arg.startsWith('--'));
  if (!file) throw new Error('usage: kernel-main.js CONNECTION_FILE [--live] [--yes]');
  const { PATCHBAY_TYPES: types } = env;
  const mayGoLive = args.includes('--live') || env.PATCHBAY_LIVE === '1';
  const account = takeAccount(args, env);
  return {
    connection: JSON.parse(readFileSync(file, 'utf8')) as Connection,
    mayGoLive,
    account: (mayGoLive && account) || {},
    yes: args.includes('--yes'),
    typeChecking: types === 'off' || types === 'stop' ? types : 'warn',
  };
}
