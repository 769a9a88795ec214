import { cleanLine } from '../../../show/index.js';
import { Mistake } from '../../../util/index.js';
import { filesFor, fromHome, RECORDING } from '../../assist/file-suggestions.js';
import { STEP_ACTIONS } from '../../session/replays.js';
import { type Command, choices } from '../arguments/command.js';

export const replay: Command = {
  name: '.replay',
  group: 'requests',
  takes: 'FILE [--step]',
  help: 'Send the requests of a recording again and show what differs',
  forms: [
    ['FILE', 'Send them to a new sandbox. The session does not change. For --live and --json, use `patchbay replay`'],
    [
      'FILE --step',
      'Wait before each request. To open a bench on that state, press b in `patchbay replay FILE --step`',
    ],
    ['next | skip | rest | stop', 'Send this request, skip it, send all that are left, or end. A file: ./stop'],
  ],
  async complete(words, { bench }) {
    if (words.length > 2) return [];
    if (words.length === 2) return isAction(words[0]) ? [] : choices([['--step', 'wait before each request']]);
    const actions = bench.replays.file === undefined ? [] : choices(Object.entries(STEP_ACTIONS));
    return [...actions, ...(await filesFor(words[0], RECORDING))];
  },
  async run({ rest, words }, { replays }) {
    if (isAction(rest)) return shown(await replays.next(rest));
    if (rest === '' && replays.file !== undefined) return shown(await replays.next('next'));
    const other = words.find((word) => word.startsWith('--') && word !== '--step');
    if (other !== undefined)
      throw new Mistake(
        `.replay uses a sandbox and does not support ${other}. In your shell, run \`patchbay replay --help\``,
      );
    const file = rest.replace(/(?:^|\s+)--step(?=\s|$)/, '').trim();
    if (file === '') throw new Mistake('.replay requires a recording, such as `.replay case.yaml --step`');
    return shown(await replays.start(fromHome(file), { inSteps: words.includes('--step') }));
  },
};

const isAction = (word: string | undefined): word is keyof typeof STEP_ACTIONS =>
  word !== undefined && Object.hasOwn(STEP_ACTIONS, word);

const shown = (lines: readonly string[]): string => lines.map(cleanLine).join('\n');
