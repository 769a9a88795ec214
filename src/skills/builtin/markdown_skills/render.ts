import { filled, placeholdersOf, type Values } from './placeholders.js';
import { type ShellOptions, withCommands } from './shell.js';

/**
 * The text of a skill as it is handed to the model: commands run, values put in place. Commands run first and see no
 * argument, so that nobody talks their way into a shell; and what they write is not searched for placeholders.
 */
export async function render(text: string, values: Values, shell: ShellOptions | undefined): Promise<string> {
  const parts = shell ? await withCommands(text, shell) : [text];
  const written = parts.filter((_, at) => at % 2 === 0);
  const placeholders = placeholdersOf(written.join('\n'));
  const whole = parts.map((part, at) => (at % 2 === 0 ? filled(part, placeholders, values) : part)).join('');
  return placeholders.hasAll || values.arguments === ''
    ? whole
    : `${whole.trimEnd()}\n\nArguments: ${values.arguments}`;
}
