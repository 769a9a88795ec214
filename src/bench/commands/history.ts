import { Sheet } from '../../show/index.js';
import type { SessionLog } from '../session/session-log.js';
import { type Command, choices } from './arguments/command.js';

export const history: Command = {
  name: '.history',
  takes: '[TEXT]',
  help: 'List what was typed in this session, or what holds a text. Ctrl-R searches earlier sessions too.',
  complete: (words, { bench }) => (words.length <= 1 ? choices(typedNames(bench.log)) : []),
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

/** Dotted names such as `platform.queues.list`, which completion suggests as search texts. */
const NAME = /[\p{L}_$][\p{L}\p{N}_$]*(?:\.[\p{L}_$][\p{L}\p{N}_$]*)+/gu;

/** Returns the dotted names in the inputs, latest first. */
const typedNames = ({ events }: SessionLog): string[] => [
  ...new Set(events.flatMap((event) => (event.kind === 'input' ? (event.source.match(NAME) ?? []) : [])).reverse()),
];
