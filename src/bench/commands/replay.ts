import { replay as description, exchangeNumber } from '../../commands/index.js';
import { clean, cleanLine } from '../../show/index.js';
import { UsageError } from '../../util/index.js';
import { STEP_ACTIONS } from '../session/replays.js';
import { type Command, choices } from './arguments/command.js';
import { dotCommandOf } from './shared/dot-command-of.js';
import { readArguments } from './shared/run-use.js';

const shared = dotCommandOf('replay', description);

/** A replay in steps continues with the next commands, so the session keeps it. */
export const replay: Command = {
  ...shared,
  async complete(words, context) {
    if (isAction(words[0]) && words.length > 1) return [];
    const actions = words.length > 1 || context.bench.replays.file === undefined ? [] : Object.entries(STEP_ACTIONS);
    return [...choices(actions), ...((await shared.complete?.(words, context)) ?? [])];
  },
  async run({ rest }, { replays }) {
    if (isAction(rest)) return shown(await replays.next(rest));
    if (rest === '' && replays.file !== undefined) return shown(await replays.next('next'));
    const { values, positionals } = readArguments('.replay', description, rest);
    const [file] = positionals;
    if (file === undefined) throw new UsageError('.replay requires a recording, such as `.replay case.yaml --step`');
    const { step = false, json = false, url, from } = values;
    if (step && json) throw new UsageError('choose one of --step and --json');
    if (from !== undefined && url !== undefined)
      throw new UsageError('--from sends the earlier requests too, so it cannot be used with --url');
    const start = from === undefined ? {} : { from: exchangeNumber('--from', from) };
    return shown(await replays.start(file, { inSteps: step, json, ...start, ...(url !== undefined && { url }) }));
  },
};

const isAction = (word: string | undefined): word is keyof typeof STEP_ACTIONS =>
  word !== undefined && Object.hasOwn(STEP_ACTIONS, word);

const shown = (lines: readonly string[]): string =>
  lines.map((line) => (line.startsWith('{') ? clean(line) : cleanLine(line))).join('\n');
