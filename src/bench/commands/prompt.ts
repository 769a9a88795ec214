import { Mistake, nearest } from '../../util/index.js';
import { KEYS } from '../bench.js';
import { type Command, choices } from './arguments/command.js';
import { EDITING_KEYS, VI_KEYS } from './arguments/key-help.js';

export const keys: Command = {
  name: '.keys',
  group: 'prompt',
  takes: `[${KEYS.join(' | ')}]`,
  help: 'Show or change the keys of the prompt',
  forms: [...EDITING_KEYS, ...VI_KEYS.map(([key, help]) => [`vi: ${key}`, help] as const)],
  complete: (words) => (words.length <= 1 ? choices(KEYS) : []),
  run({ rest }, bench) {
    const chosen = KEYS.find((one) => one === rest);
    if (rest !== '' && chosen === undefined) {
      const meant = nearest(rest, KEYS);
      throw new Mistake(`unknown keys "${rest}". ${meant ? `Did you mean ${meant}?` : `Known: ${KEYS.join(', ')}.`}`);
    }
    if (chosen) bench.setKeys(chosen);
    return bench.keys === 'vi'
      ? 'The prompt has vi keys. It shows [I] in insert mode and [N] in normal mode. .help keys lists them.'
      : 'The prompt has Emacs keys. .help keys lists them.';
  },
};

export const clear: Command = {
  name: '.clear',
  group: 'prompt',
  maxWords: 0,
  help: 'Clear the screen, like Ctrl-L',
  run(_typed, { log }) {
    log.append({ kind: 'clear' });
  },
};

export const exit: Command = {
  name: '.exit',
  group: 'prompt',
  help: 'Exit the bench, like Ctrl-D',
  run(_typed, bench) {
    bench.leave();
    return undefined;
  },
};

/** An input with a command is not this one, see `parseInput`. */
export const sh: Command = {
  name: '.sh',
  group: 'session',
  takes: 'COMMAND',
  help: 'Run a shell command. Same as !COMMAND',
  run() {
    throw new Mistake('.sh requires a command, such as `.sh ls -l`');
  },
};
