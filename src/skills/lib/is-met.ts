import { type Context, createContext, Script } from 'node:vm';

const LONGEST_MS = 1000;
const LONGEST_TEXT = 5000;

/** Took longer than a caller waits. */
export class PatternError extends Error {
  override readonly name = 'PatternError';
}

/**
 * Whether a text of somebody else fits a pattern that a user wrote. Some patterns take for ever on some texts, and only a
 * script of its own can be stopped while it looks; what is simple is simply tried.
 */
export function isMet(pattern: RegExp, text: string): boolean {
  if (isQuick(pattern.source) && text.length <= LONGEST_TEXT) return pattern.test(text);
  context ??= createContext(Object.create(null));
  script ??= new Script('pattern.test(text)');
  Object.assign(context, { pattern, text });
  try {
    return script.runInContext(context, { timeout: LONGEST_MS }) as boolean;
  } catch (cause) {
    throw new PatternError(`the pattern ${pattern} takes too long on a text of ${text.length} characters`, { cause });
  }
}

let context: Context | undefined;
let script: Script | undefined;

/**
 * One repetition at most beside the blanks at the ends, and not of a group: at the worst a text is looked through once
 * from each of its characters.
 */
function isQuick(source: string): boolean {
  const signs = source.replace(/^\^\\s\*|\\s\*\$$/g, '').replace(/\\./g, '');
  return (signs.match(/[*+{]/g) ?? []).length < 2 && !/\)[*+{]/.test(signs);
}
