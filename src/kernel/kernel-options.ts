import { readFileSync } from 'node:fs';
import type { TypeChecking } from './execute.js';
import type { Connection } from './messages.js';

export interface KernelOptions {
  readonly connection: Connection;
  /** Cells may ask for the real platform. */
  readonly mayGoLive: boolean;
  /** Nobody is asked before live requests that buy, delete, dial or send. */
  readonly yes: boolean;
  readonly typeChecking: TypeChecking;
}

/** The kernel's command line, and the two variables it heeds: `PATCHBAY_LIVE=1` and `PATCHBAY_TYPES=off|warn|stop`. */
export function kernelOptions(args: readonly string[], env: NodeJS.ProcessEnv): KernelOptions {
  const file = args.find((arg) => !arg.startsWith('--'));
  if (!file) throw new Error('usage: kernel-main.js CONNECTION_FILE [--live] [--yes]');
  const { PATCHBAY_TYPES: types } = env;
  return {
    connection: JSON.parse(readFileSync(file, 'utf8')) as Connection,
    mayGoLive: args.includes('--live') || env.PATCHBAY_LIVE === '1',
    yes: args.includes('--yes'),
    typeChecking: types === 'off' || types === 'stop' ? types : 'warn',
  };
}
