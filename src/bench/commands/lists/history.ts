import { Sheet } from '../../../show/index.js';
import type { SessionLog } from '../../session/session-log.js';
import { type Command, choices } from '../arguments/command.js';

/** More inputs do not fit the screen. The latest ones are at the end, next to the prompt. */
const MAX_INPUTS = 40;

export const history: Command = {
  name: '.history',
  group: 'session',
  takes: '[TEXT]',
  help: 'List the latest inputs of this session, or those that contain a text',
  complete: (words, { bench }) => (words.length <= 1 ? choices(dottedNames(bench.log)) : []),
  run({ rest }, { log }) {
    const own = `.history ${rest}`.trim();
    const inputs = [...sourcesByNumber(log)].flatMap(([input, source]) =>
      source.includes(rest) && source.trim() !== own ? [[String(input), source.replaceAll('\n', ' ⏎ ')] as const] : [],
    );
    if (inputs.length === 0) return rest === '' ? 'There are no inputs yet.' : `No input contains ${rest}.`;
    const older = inputs.length - MAX_INPUTS;
    return new Sheet([
      ...(older > 0 ? [`${older} older ${older === 1 ? 'input' : 'inputs'}: .history TEXT finds them.`] : []),
      { pairs: inputs.slice(-MAX_INPUTS) },
    ]);
  },
};

/** Returns the source of each input. Code that the user edited replaces the `.edit` that opened it, as in `In`. */
const sourcesByNumber = ({ events }: SessionLog): ReadonlyMap<number, string> =>
  new Map(events.flatMap((event) => (event.kind === 'input' ? [[event.input, event.source]] : [])));

/** Dotted names such as `platform.queues.list`, which completion suggests as search texts. */
const NAME = /[\p{L}_$][\p{L}\p{N}_$]*(?:\.[\p{L}_$][\p{L}\p{N}_$]*)+/gu;

/** Returns the dotted names in the inputs, latest first. */
const dottedNames = ({ events }: SessionLog): string[] => [
  ...new Set(events.flatMap((event) => (event.kind === 'input' ? (event.source.match(NAME) ?? []) : [])).reverse()),
];
