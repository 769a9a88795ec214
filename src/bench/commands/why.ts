import { explainError } from '../../assist/index.js';
import { PlatformRestError } from '../../client/index.js';
import type { Sandbox } from '../../sandbox/index.js';
import { Sheet } from '../../show/index.js';
import type { Bench } from '../bench.js';
import type { Command } from './arguments/command.js';

function isFault(error: unknown, { mode, globals }: Bench): boolean {
  if (!(error instanceof PlatformRestError) || mode.kind === 'live') return false;
  const { pathname } = new URL(error.url);
  const request = (globals.sandbox as Sandbox).journal.findLast(
    ({ method, path, operation }) =>
      operation === error.operation && method === error.method && path.startsWith(pathname),
  );
  return request?.fault !== null && request?.fault !== undefined;
}

export const why: Command = {
  name: '.why',
  group: 'requests',
  help: 'Explain the last error and what to do',
  run(_typed, bench) {
    const failed = bench.log.events.findLast((event) => event.kind === 'error');
    if (failed?.kind !== 'error') return 'There are no errors yet.';
    const { error } = failed;
    return new Sheet(explainError(error, { advice: bench.adviceOn(error), isFault: isFault(error, bench) }));
  },
};
