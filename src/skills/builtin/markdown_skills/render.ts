import { filled, placeholdersOf, type Values } from './placeholders.js';
import { type ShellOptions, withCommands } from './shell.js';

/**
 * Renders the text of a skill for the model: runs its commands, then replaces placeholders. Commands never see the
 * arguments, so a caller cannot inject shell code. Their output is not scanned for placeholders.
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
