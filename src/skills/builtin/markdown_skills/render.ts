import { type ShellOptions, withCommands } from './shell.js';

/** Runs commands, then replaces placeholders. Commands never see the arguments, so no caller can inject code. */
export async function render(text: string, values: Values, shell: ShellOptions | undefined): Promise<string> {
  const parts = shell ? await withCommands(text, shell) : [text];
  const written = parts.filter((_, index) => index % 2 === 0);
  const placeholders = placeholdersOf(written.join('\n'));
  const whole = parts.map((part, index) => (index % 2 === 0 ? fillIn(part, placeholders, values) : part)).join('');
  return placeholders.hasAll || values.arguments === ''
    ? whole
    : `${whole.trimEnd()}\n\nArguments: ${values.arguments}`;
}

export interface Values {
  readonly arguments: string;
  readonly skillDirectory: string;
  readonly sessionId: string;
}

// Prices such as `$5.20` and `$5,000` are not placeholders.
const PLACEHOLDER =
  /\\?\$(?:\{(?<variable>SKILL_DIR|SESSION_ID)\}|ARGUMENTS\[(?<index>\d{1,3})\]|(?<all>ARGUMENTS)(?!\w)|(?<place>\d{1,2})(?!\w|[.,]\d))/g;

export interface Placeholders {
  readonly hasAll: boolean;
  /** Number of positional placeholders `$0`, `$1`, … */
  readonly places: number;
}

export function placeholdersOf(text: string): Placeholders {
  const found = [...text.matchAll(PLACEHOLDER)].filter(([match]) => !match.startsWith('\\'));
  const seen = new Set(found.map(({ groups }) => groups?.place).map(Number));
  // A positional placeholder counts only if all smaller ones occur too, so "it costs $5" stays unchanged.
  let places = 0;
  while (seen.has(places)) places++;
  return { hasAll: found.some(({ groups }) => groups?.all !== undefined), places };
}

/** Replaces `$ARGUMENTS`, `$0`, `${SKILL_DIR}` and the like. Inserted values are not scanned again. */
function fillIn(text: string, { places }: Placeholders, values: Values): string {
  const words = values.arguments.split(/\s+/).filter(Boolean);
  const variables: Readonly<Record<string, string>> = {
    SKILL_DIR: values.skillDirectory,
    SESSION_ID: values.sessionId,
  };
  return text.replace(PLACEHOLDER, (match, ...rest) => {
    const { variable, index, all, place } = rest.at(-1) as Record<string, string | undefined>;
    if (match.startsWith('\\')) return match.slice(1);
    if (place !== undefined && Number(place) >= places) return match;
    if (variable !== undefined) return variables[variable] as string;
    return all !== undefined ? values.arguments : (words[Number(index ?? place)] ?? '');
  });
}
