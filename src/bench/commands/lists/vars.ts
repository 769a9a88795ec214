import { NUMBERED, typeAndSize } from '../../../assist/index.js';
import { Sheet } from '../../../show/index.js';
import { counted, shortText } from '../../../util/index.js';
import type { Bench } from '../../bench.js';
import { type Command, choices } from '../arguments/command.js';

/** More variables do not fit the screen. The latest ones are at the end, next to the prompt. */
const MAX_VARIABLES = 40;

/** Names that the bench defines. */
const OURS = new Set(['_', '_err', 'require', ...Object.keys(NUMBERED)]);

const ownNames = ({ globals, scope }: Bench): string[] =>
  scope.names().filter((name) => !Object.hasOwn(globals, name) && !OURS.has(name));

export const vars: Command = {
  name: '.vars',
  group: 'session',
  takes: '[TEXT]',
  help: 'List the variables of this session with type, size and value, or those whose name contains a text',
  complete: (words, { bench }) => (words.length <= 1 ? choices(ownNames(bench)) : []),
  run({ rest }, bench) {
    const { scope, knownSecrets } = bench;
    const names = ownNames(bench);
    const found = names.filter((name) => name.toLowerCase().includes(rest.toLowerCase()));
    if (found.length === 0)
      return names.length === 0
        ? 'There are no variables yet. Declare one, such as `const numbers = await platform.phone_numbers.list()`.'
        : `No variable has ${rest} in its name. ${counted(names.length, 'variable')}: .vars`;
    const older = found.length - MAX_VARIABLES;
    return new Sheet([
      ...(older > 0 ? [`${counted(older, 'older variable')}: .vars TEXT finds them.`] : []),
      { pairs: found.slice(-MAX_VARIABLES).map((name) => [name, described(scope.peek(name), knownSecrets.text)]) },
    ]);
  },
};

/** Replaces a secret before it shortens the text: a part of a secret would stay otherwise. */
const MAX_SEARCHED = 4_000;

/** Runs no code of the value: a getter stays as it is. */
function described(variable: PropertyDescriptor | undefined, withoutSecrets: (text: string) => string): string {
  if (variable?.get) return 'getter, not run';
  const value: unknown = variable?.value;
  const type = typeAndSize(value);
  if (typeof value === 'string') return `${type} · ${shortText(withoutSecrets(value.slice(0, MAX_SEARCHED)))}`;
  return ['number', 'bigint', 'boolean', 'symbol'].includes(typeof value) ? `${type} · ${shortText(value)}` : type;
}
