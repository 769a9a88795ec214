import { createContext, Script } from 'node:vm';
import { exceeded } from '../limit-error.js';
import { linearPattern } from './linear-pattern.js';

const MAX_MS = 250;
const MAX_TEXT_LENGTH = 100_000;
/** A single repetition takes quadratic time at worst, which is negligible for a short text. */
const SHORT_TEXT = 2_000;

/** The text for a pattern is too long, or the match took too long. */
export class PatternError extends Error {
  override readonly name = 'PatternError';
}

/**
 * Returns whether a text from outside matches a pattern of a user. RE2 needs linear time. Patterns that RE2 does not
 * support (lookaround, backreferences) run in JavaScript with a deadline, because some of them take years on some
 * texts.
 */
export function isMet(pattern: RegExp, text: string): boolean {
  if (text.length > MAX_TEXT_LENGTH)
    throw new PatternError(`the text for the pattern ${pattern} is too long`, {
      cause: exceeded('The text', MAX_TEXT_LENGTH, 'characters', 'Match a shorter text.', text.length),
    });
  if (text.length <= SHORT_TEXT && isQuick(pattern.source)) return pattern.test(text);
  // Without the flag `u`, JavaScript matches each half of a surrogate pair on its own.
  const linear = pattern.unicode || !/[\ud800-\udfff]/.test(text) ? linearPattern(pattern) : undefined;
  return linear ? linear(text) : isMetInTime(pattern, text);
}

/** Only a `vm` script can be interrupted in this thread. */
function isMetInTime(pattern: RegExp, text: string): boolean {
  const context = createContext(Object.assign(Object.create(null), { pattern, text }));
  try {
    return new Script('pattern.test(text)').runInContext(context, { timeout: MAX_MS }) as boolean;
  } catch (cause) {
    const words = `matching the pattern ${pattern} against ${text.length} characters takes too long`;
    throw new PatternError(`${words}. Remove lookaround and backreferences from the pattern`, { cause });
  }
}

/** Without groups and with at most one repetition between white space, a pattern hardly backtracks. */
function isQuick(source: string): boolean {
  const signs = source.replace(/^\^\\s\*|\\s\*\$$/g, '').replace(/\\./g, '');
  return !signs.includes('(') && (signs.match(/[*+?{]/g) ?? []).length < 2;
}

/** Compiling takes more than linear time. */
const MAX_PATTERN_LENGTH = 5000;

/** Compiles the regular expression of a user. Throws a `LimitError` if it is too long. */
export function compiled(source: string, flags: string): RegExp {
  const { length } = source;
  if (length > MAX_PATTERN_LENGTH)
    throw exceeded('The pattern', MAX_PATTERN_LENGTH, 'characters', 'Split it into several patterns.', length);
  return new RegExp(source, flags);
}

export const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
