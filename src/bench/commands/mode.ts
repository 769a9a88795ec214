import { resolve } from 'node:path';
import { Mistake } from '../../util/index.js';
import { filesFor, RECORDING } from '../assist/file-suggestions.js';
import type { Mode } from '../mode/mode.js';
import { type Command, checkWords, choices } from './arguments/command.js';

export const mode: Command = {
  name: '.mode',
  group: 'requests',
  maxWords: 2,
  takes: '[sandbox | replay FILE]',
  help: 'Show where requests go, or change it',
  complete([kind, ...more]) {
    if (more.length === 0) return choices(['sandbox', 'replay']);
    return kind === 'replay' && more.length === 1 ? filesFor(more[0], RECORDING) : [];
  },
  async run({ words: [kind, file] }, bench) {
    if (kind !== undefined) await bench.use(modeOf(kind, file));
    return `Requests go to: ${bench.whereRequestsGo}`;
  },
};

function modeOf(kind: string, file: string | undefined): Mode {
  if (kind === 'sandbox' && file !== undefined) checkWords('.mode [sandbox | replay FILE]', [kind, file], 1);
  if (kind === 'sandbox') return { kind };
  if (kind === 'replay' && file !== undefined) return { kind, file: resolve(file) };
  if (kind === 'live')
    throw new Mistake('a running bench cannot change to live mode. Start one with `patchbay --live`');
  throw new Mistake('.mode requires `sandbox` or `replay FILE`');
}
