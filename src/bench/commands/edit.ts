import { fileURLToPath } from 'node:url';
import { functionSource } from '../../eval/index.js';
import { Mistake } from '../../util/index.js';
import type { Bench } from '../bench.js';
import { type Command, choices } from './arguments/command.js';

export const edit: Command = {
  name: '.edit',
  group: 'prompt',
  takes: '[FUNCTION]',
  help: 'Edit the input that defined a function, or the last input, and run it',
  complete: (words, { bench }) => (words.length <= 1 ? choices(functionsIn(bench)) : []),
  async run({ rest }, bench) {
    if (bench.edit === undefined)
      throw new Mistake('.edit needs a terminal on which an editor can run. Here, type the input again');
    const before = rest === '' ? lastCode(bench) : sourceOf(rest, bench);
    const after = await bench.edit(before);
    if (after.trim() === '' || after === before.trimEnd()) return 'Nothing changed, so nothing ran.';
    return bench.evaluate(after, { isTyped: true });
  },
};

/** Only an input of the session can be edited. */
const functionsIn = ({ scope, globals }: Bench): string[] =>
  scope.names().filter((name) => {
    const value: unknown = Object.hasOwn(globals, name) ? undefined : scope.peek(name)?.value;
    return typeof value === 'function' && functionSource(value).input !== undefined;
  });

/** The log has the input without its secrets. */
function lastCode({ log }: Bench): string {
  const inputs = log.events.flatMap((event) => (event.kind === 'input' && !event.isOfShell ? [event.source] : []));
  const last = inputs.findLast((source) => !/^\s*\./.test(source));
  if (last === undefined) throw new Mistake('there is no input to edit yet');
  return last;
}

function sourceOf(name: string, { scope }: Bench): string {
  const called: unknown = scope.peek(name)?.value;
  if (typeof called !== 'function')
    throw new Mistake(`${name} is not a function of this session. To list the variables, type .vars`);
  const { input, file, line } = functionSource(called);
  if (input !== undefined) return input;
  throw new Mistake(
    file?.startsWith('file:')
      ? `${name} is defined in ${fileURLToPath(file)}:${line}. Edit that file and import it again`
      : `no input of this session defined ${name}. To see its source, type ${name}??`,
  );
}
