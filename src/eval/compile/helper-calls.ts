/** The name of the parameter through which an input calls its helpers (`input-context.ts`). */
export const INPUT = '__patchbay_input';

/**
 * V8 prints the failed expression in the message of an error: `f(...).x is not a function`. It prints an optional call in
 * parentheses as `(intermediate value)`, so a helper is called like this if its result can be a part of a longer
 * expression.
 */
export const call = (helper: string) => `(${INPUT}.${helper}?.(`;
/** Ends helper calls. The comment marks the parentheses for `typedText`. */
export const close = (count: number) => `/*${INPUT}*/${')'.repeat(count)}`;
/** Starts the value of an `await`. The offset in the source is where an interrupted input waited. */
export const waitAt = (offset: number) => `${INPUT}.wait(${offset}, `;
/** Starts a statement, because a parenthesis would continue a line before it that has no semicolon. */
export const GUARD = `${INPUT}, `;
/** Replaces the name of a function. */
export const namedLater = (name: string) => `/*${INPUT} ${name}*/`;

const pattern = (text: string) =>
  new RegExp(text.replace(/[.?*()]/g, '\\$&').replaceAll('NAME', '([\\p{ID_Continue}$]+)'), 'gu');
const ADDED = [
  [pattern(GUARD), ''],
  [pattern(`${call('free')}NAME${close(2)}`), '$1'],
  [pattern(`${call('free')}NAME, 'NAME'${close(2)}`), '$1'],
  [pattern(`${call('meta')}${close(2)}`), 'import.meta'],
  [pattern(`${call('import')}${close(2)}`), 'import'],
  [pattern(call('resume')), ''],
  [new RegExp(` ${INPUT}\\.wait\\(\\d+, `, 'g'), ''],
  [pattern(close(3)), ''],
  [pattern(namedLater('NAME')), '$1'],
] as const;

/** Returns the source of a function as the user typed it, from its rewritten source. */
function typedText(text: string): string {
  return text.includes(INPUT) ? ADDED.reduce((typed, [added, by]) => typed.replace(added, by), text) : text;
}

/** Makes functions of inputs show the typed source as their text: `String(f)`. */
export function showTypedFunctions(): void {
  const native = Function.prototype.toString;
  const { apply } = Reflect;
  const typed = {
    toString(this: unknown) {
      return typedText(apply(native, this === typed.toString ? native : this, []));
    },
  };
  Function.prototype.toString = typed.toString;
}
