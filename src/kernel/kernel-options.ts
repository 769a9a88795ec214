import { readFileSync } from 'node:fs';
import type { TypeChecking } from './execute.js';
import type { Connection } from './messages.js';

export interface KernelOptions {
  readonly connection: Connection;
  /** Cells may ask for the real platform. */
  readonly mayGoLive: boolean;
  readonly typeChecking: TypeChecking;
}

/** The kernel's command line, and the two variables it heeds: `PATCHBAY_LIVE=1` and `PATCHBAY_TYPES=off|warn|stop`. */
export function kernelOptions(args: readonly string[], env: NodeJS.ProcessEnv): KernelOptions {
  const file = args.find((arg) => !arg.startsWith('--'));
  if (!file) throw new Error('usage: kernel-main.js CONNECTION_FILE [--live]');
  const { PATCHBAY_TYPES: types } = env;
  return {
    connection: JSON.parse(readFileSync(file, 'utf8')) as Connection,
    mayGoLive: args.includes('--live') || env.PATCHBAY_LIVE === '1',
    typeChecking: types === 'off' || types === 'stop' ? types : 'warn',
  };
}
