import { explainRoute } from '../../assist/index.js';
import type { RestClient } from '../../client/index.js';
import { Sheet } from '../../show/index.js';
import { Mistake } from '../../util/index.js';
import { type Command, choices } from './arguments/command.js';
import { knownNumbers } from './arguments/known-numbers.js';

export const route: Command = {
  name: '.route',
  takes: '+NUMBER',
  help: 'What happens when a number rings: its handler, what that points at, and settings that are not in use.',
  complete: (words, known) => (words.length <= 1 ? choices(knownNumbers(known)) : []),
  async run({ words: [number] }, { globals }) {
    if (number === undefined || !/^\+?\d{5,15}$/.test(number))
      throw new Mistake('.route takes a number, such as +12065550100');
    return new Sheet(await explainRoute(globals.platform as RestClient, number));
  },
};
