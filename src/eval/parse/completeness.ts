import { Interrupted } from '../interrupt/interrupted.js';
import { TimeLimitReached, withTimeLimit } from '../interrupt/time-limit.js';
import { type OpenEnd, openEnd } from './open-end.js';
import { asExpression, parse } from './parse.js';

/** Whether an input can run now, needs more lines, or has an error that further lines cannot fix. */
export interface Completeness {
  /** `unknown`: the check reached its time limit. `interrupted`: a SIGINT stopped it. */
  readonly status: 'complete' | 'incomplete' | 'invalid' | 'unknown' | 'interrupted';
  readonly indent?: string;
  /** What an incomplete input has to close, such as `( of line 2`. */
  readonly open?: string;
  /** What an incomplete input without an open bracket lacks, such as `= needs a value`. */
  readonly missing?: string;
}

/** An input that takes longer to check is run, and running it reports its errors. */
const LIMIT_MS = 1_000;

/** Runs at every Enter, so it uses acorn only: esbuild is asynchronous or starts a process. */
export function completeness(source: string, limitMs = LIMIT_MS): Completeness {
  try {
    return withTimeLimit(() => checked(source), limitMs);
  } catch (error) {
    if (error instanceof TimeLimitReached) return { status: 'unknown' };
    if (error instanceof Interrupted) return { status: 'interrupted' };
    throw error;
  }
}

/**
 * Checks without a time limit. Text that is not JavaScript is judged by its tokens: open brackets and a trailing
 * operator need more lines. Otherwise, text that looks like TypeScript counts as complete, and running it reports the
 * errors.
 */
export function checked(source: string): Completeness {
  const refused = refusal(source);
  if (!refused) return { status: 'complete' };
  const end = openEnd(source);
  if (end.unterminated)
    return end.unterminated === 'string'
      ? { status: 'invalid' }
      : { status: 'incomplete', indent: '', open: end.unterminated === 'template' ? '`' : '/*' };
  if (WRONG_LITERAL.test(refused.message) || isQuestion(source) || OF_ANOTHER_LANGUAGE.test(source))
    return { status: 'invalid' };

  const incomplete: Completeness = {
    status: 'incomplete',
    indent: '  '.repeat(end.openLines || 1),
    ...(end.open && { open: `${end.open.sign} of line ${end.open.line}` }),
    ...(!end.open && missingAfter(end)),
  };
  const stopsAtEnd =
    (refused.pos >= source.trimEnd().length && !WRONG_SIGN.test(refused.message)) ||
    refused.message.startsWith('Missing catch');
  if (stopsAtEnd && !end.mismatched) return incomplete;
  if (end.mismatched || !SIGNS_OF_TYPESCRIPT.test(source)) return { status: 'invalid' };
  return end.openLines > 0 || end.expectsMore || isUnfinishedTypeScript(source) ? incomplete : { status: 'complete' };
}

function refusal(source: string): (SyntaxError & { pos: number }) | null {
  try {
    parse(source);
    return null;
  } catch (error) {
    const expression = asExpression(source);
    return expression !== null && refusal(expression) === null ? null : (error as SyntaxError & { pos: number });
  }
}

const SIGNS_OF_TYPESCRIPT =
  /[:@<!]|\b(abstract|accessor|as|asserts|declare|enum|implements|infer|interface|is|keyof|namespace|override|private|protected|public|readonly|satisfies|type|using)\b/;

/** Whether the input is a question, such as `what is a document?`, and not the start of `x as boolean?`. */
const isQuestion = (source: string): boolean =>
  /^\s*\p{L}+(?:,? [\p{L}\d'’-]+){2,20}\?\s*$/u.test(source) &&
  !/^\s*(?:(?:await|return) )?\p{L}+ (?:as|satisfies) /u.test(source);

/**
 * The first line of a block of Python, which in JavaScript has brackets and no colon at the end, and a key of YAML alone
 * in a line. More lines do not make them JavaScript.
 */
const OF_ANOTHER_LANGUAGE =
  /^\s*(?:(?:async\s+)?(?:if|elif|while|for|with|except|def|class|lambda)\s+(?!await\b)[\p{ID_Start}_\d'"[][^\n{]*:|(?:else|try|except|finally)\s*:)\s*(?:#[^\n]*)?(?:\n|$)|^\s*[\p{ID_Start}_][\p{ID_Continue}-]*:\s*$/u;

/** Says what the last token needs after it. Returns nothing if that is not clear. */
function missingAfter({ last }: OpenEnd): { missing?: string } {
  if (NEEDS_NAME.test(last)) return { missing: `${last} needs a name` };
  return NEEDS_VALUE.test(last) ? { missing: `${last} needs a value` } : {};
}

const NEEDS_NAME = /^(?:\.|\?\.|const|let|var|class|function)$/;
const NEEDS_VALUE = /^(?:[^\w\s;{}()[\]]{1,4}|await|new|typeof|void|delete|return|throw|in|extends)$/;

/** Errors in a number or an escape, which more text cannot fix: `0x`, `1a`, `\\`. */
const WRONG_LITERAL =
  /^(Expected number in radix|Identifier directly after number|Invalid number|Expecting Unicode escape|Invalid Unicode escape|Bad character escape|Code point out of bounds)/;

/** Errors that more lines cannot fix in JavaScript, but that may be valid TypeScript: `@logged`, `x! / 2`. */
const WRONG_SIGN = /^(Unexpected character|Unterminated regular expression|Invalid regular expression)/;

/** Checks only the last line: with patterns for the whole text, the time would grow quadratically. */
function isUnfinishedTypeScript(source: string): boolean {
  const text = source.trimEnd();
  const lastLine = text.slice(text.lastIndexOf('\n') + 1);
  return TYPE_OPERATOR_LAST.test(lastLine) || HEAD_WITHOUT_BODY.test(lastLine);
}

const TYPE_OPERATOR_LAST = /\b(as|satisfies|keyof|implements)$/;

/** The line starts something that needs a block: `interface Call`, `function f(a: string): void`, `@logged`. */
const HEAD_WITHOUT_BODY =
  /^\s*(@[\w.]+(\(.*\))?|((export|declare|abstract|async)\s+)*(interface|enum|namespace|class|function)\b[^{}\n]*)$/;
