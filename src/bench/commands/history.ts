import { Sheet } from '../../show/index.js';
import type { Command } from './command.js';

export const history: Command = {
  name: '.history',
  takes: '[TEXT]',
  help: 'List what was typed in this session, or what holds a text. Ctrl-R searches earlier sessions too.',
  run({ rest }, { log }) {
    const inputs = log.events.flatMap((event) =>
      event.kind === 'input' && event.source.includes(rest) && event.source.trim() !== `.history ${rest}`.trim()
        ? [[String(event.input), event.source.replaceAll('\n', ' ⏎ ')] as const]
        : [],
    );
    if (inputs.length === 0) return rest === '' ? 'Nothing was typed yet.' : `Nothing that was typed holds ${rest}.`;
    return new Sheet([{ pairs: inputs }]);
  },
};
