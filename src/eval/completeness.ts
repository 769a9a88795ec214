import { openEnd } from './open-end.js';
import { asExpression, parse } from './parse.js';

/** Whether an input can run as it stands, waits for more lines, or never will. */
export interface Completeness {
  readonly status: 'complete' | 'incomplete' | 'invalid';
  /** What the next line should start with. */
  readonly indent?: string;
}

/**
 * Asked at every Enter, so it answers at once: acorn parses, and esbuild, which answers later or starts a process, is
 * not asked. Text that is no JavaScript is judged by its tokens: open brackets and a trailing operator wait for more;
 * with signs of TypeScript the rest counts as complete, and running it tells what is wrong, if anything.
 */
export function completeness(source: string): Completeness {
  const refused = refusal(source);
  if (!refused) return { status: 'complete' };
  const end = openEnd(source);
  if (end.unterminated)
    return end.unterminated === 'string' ? { status: 'invalid' } : { status: 'incomplete', indent: '' };

  const incomplete: Completeness = { status: 'incomplete', indent: '  '.repeat(end.openLines || 1) };
  const stopsAtEnd = refused.pos >= source.trimEnd().length || refused.message.startsWith('Missing catch');
  if (stopsAtEnd && !end.mismatched) return incomplete;
  if (end.mismatched || !SIGNS_OF_TYPESCRIPT.test(source)) return { status: 'invalid' };
  return end.openLines > 0 || end.expectsMore || TYPE_OPERATOR_LAST.test(source) || HEAD_WITHOUT_BODY.test(source)
    ? incomplete
    : { status: 'complete' };
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

const TYPE_OPERATOR_LAST = /\b(as|satisfies|keyof|implements)\s*$/;

/** The last line starts something that needs a block: `interface Call`, `function f(a: string): void`, `@logged`. */
const HEAD_WITHOUT_BODY =
  /(^|\n)\s*(@[\w.]+(\(.*\))?|((export|declare|abstract|async)\s+)*(interface|enum|namespace|class|function)\b[^{}\n]*)\s*$/;
