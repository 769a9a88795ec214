import { Mistake } from '../../util/index.js';
import { inShell } from '../in-shell.js';
import type { Command } from './command.js';
import { exchangeAt, exchangesBack } from './exchange-at.js';

export const curl: Command = {
  name: '.curl',
  takes: '[N]',
  help: 'Write the last request as a curl command; the credentials are taken from the environment.',
  complete: (words, { bench }) => (words.length <= 1 ? exchangesBack(bench.log) : []),
  run({ words: [back] }, bench) {
    const { method, url, raw } = exchangeAt(bench.log, back);
    if (!raw) throw new Mistake('only the latest requests are kept whole');
    const { authorization, ...headers } = raw.request.headers;
    const lines = [
      `curl --request ${method} ${inShell(url)}`,
      ...(authorization === undefined ? [] : ['--user "$PLATFORM_PROJECT_ID:$PLATFORM_API_TOKEN"']),
      ...Object.entries(headers).map(([name, value]) => `--header ${inShell(`${name}: ${value}`)}`),
      ...(raw.request.body === '' ? [] : [`--data-raw ${inShell(raw.request.body)}`]),
    ];
    return lines.join(' \\\n  ');
  },
};
