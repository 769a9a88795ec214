import { Mistake } from '../../util/index.js';
import { curlCommand } from '../session/curl-command.js';
import type { Command } from './arguments/command.js';
import { exchangeAt, exchangesBack, NOT_KEPT } from './arguments/exchange-at.js';

export const curl: Command = {
  name: '.curl',
  group: 'requests',
  takes: '[N]',
  help: 'Print a request as a curl command, with credentials as variables',
  forms: [['[N]', 'The last request, or the Nth from the end. For the sandbox, run `patchbay sandbox --port 4010`']],
  complete: (words, { bench }) => (words.length <= 1 ? exchangesBack(bench.log) : []),
  async run({ words: [back] }, bench) {
    const { reachableUrl } = await import('../../cases/index.js');
    const { method, url, raw } = exchangeAt(bench.log, back);
    if (!raw) throw new Mistake(NOT_KEPT);
    return curlCommand(method, reachableUrl(url), raw);
  },
};
