import { operations, usageOf, walkRows } from '../../client/index.js';
import { Mistake } from '../../util/index.js';
import type { Command } from './arguments/command.js';

export const dry: Command = {
  name: '.dry',
  group: 'requests',
  takes: 'CALL',
  takesCode: true,
  help: 'Show the request of a call without sending it',
  async run({ rest }, bench) {
    const code = rest.replace(/^\s*(?:await\s+)?platform\.(?!dry\.)/, 'platform.dry.');
    if (!code.startsWith('platform.dry.'))
      throw new Mistake('.dry requires a call of the platform, such as `.dry platform.queues.list()`');
    const [, name] = /^platform\.dry\.([\w.]+)\s*;?\s*$/.exec(code) ?? [];
    if (name !== undefined) throw new Mistake(`.dry requires a call: ${exampleOf(name)}`);
    return bench.evaluate(code);
  },
};

/** Returns the call of an operation that was named without arguments, or of the first one in a namespace. */
function exampleOf(name: string): string {
  const rows = [...walkRows(operations)];
  const [path, row] = rows.find(([own]) => own === name) ?? rows.find(([own]) => own.startsWith(`${name}.`)) ?? [];
  return path === undefined || row === undefined
    ? '`.dry platform.queues.list()`'
    : `\`.dry platform.${usageOf(path, row)}\``;
}
