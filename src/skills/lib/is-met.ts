import { createContext, Script } from 'node:vm';
import { LimitError } from '../../util/index.js';
import { linearPattern } from './linear-pattern.js';

const LONGEST_MS = 250;
const LONGEST_TEXT = 100_000;
/** One repetition alone takes quadratic time at worst, which does not show in a short text. */
const SHORT_TEXT = 2_000;

/** A pattern took longer on a text than a caller waits. */
export class PatternError extends Error {
  override readonly name = 'PatternError';
}

/**
 * Whether a text from outside matches a pattern that a user wrote. RE2 answers in linear time. What RE2 does not know
 * (lookaround, backreferences) runs in JavaScript with a deadline, since some patterns take years on some texts.
 */
export function isMet(pattern: RegExp, text: string): boolean {
  if (text.length > LONGEST_TEXT)
    throw new PatternError(`the text for the pattern ${pattern} is too long`, { cause: tooLong(text.length) });
  if (text.length <= SHORT_TEXT && isQuick(pattern.source)) return pattern.test(text);
  // Without the flag `u`, JavaScript matches each half of a surrogate pair on its own.
  const linear = pattern.unicode || !/[\ud800-\udfff]/.test(text) ? linearPattern(pattern) : undefined;
  return linear ? linear(text) : isMetInTime(pattern, text);
}

const tooLong = (actual: number) =>
  new LimitError({
    what: 'The text',
    limit: LONGEST_TEXT,
    actual,
    unit: 'characters',
    advice: 'Match a shorter text.',
  });

/** A script of its own is the only thing that has a deadline in this thread. */
function isMetInTime(pattern: RegExp, text: string): boolean {
  const context = createContext(Object.assign(Object.create(null), { pattern, text }));
  try {
    return new Script('pattern.test(text)').runInContext(context, { timeout: LONGEST_MS }) as boolean;
  } catch (cause) {
    const words = `the pattern ${pattern} takes too long on a text of ${text.length} characters`;
    throw new PatternError(`${words}; without lookaround and backreferences it takes linear time`, { cause });
  }
}

/** No groups, and at most one repetition beside the blanks at both ends: nothing to try in more than one way. */
function isQuick(source: string): boolean {
  const signs = source.replace(/^\^\\s\*|\\s\*\$$/g, '').replace(/\\./g, '');
  return !signs.includes('(') && (signs.match(/[*+?{]/g) ?? []).length < 2;
}
