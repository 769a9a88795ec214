import { explainRoute } from '../../assist/index.js';
import type { RestClient } from '../../client/index.js';
import { Sheet } from '../../show/index.js';
import { Mistake } from '../../util/index.js';
import type { Command } from './arguments/command.js';
import { numbersOfAccount } from './shared/suggestions.js';

export const route: Command = {
  name: '.route',
  group: 'requests',
  maxWords: 1,
  takes: '+NUMBER',
  help: 'Show what happens when a number rings: handler, target, unused settings',
  ownNumbers: (words, context) => (words.length <= 1 ? numbersOfAccount(context) : undefined),
  async run({ words: [number] }, { globals }) {
    if (number === undefined || !/^\+?\d{5,15}$/.test(number))
      throw new Mistake('.route requires a number, such as +12065550100');
    return new Sheet(await explainRoute(globals.platform as RestClient, number));
  },
};
