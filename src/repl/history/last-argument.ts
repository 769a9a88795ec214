import { codeTokens } from '../../javascript/index.js';

/** Returns the last argument of the last call in a statement, or else its last word. */
export function lastArgument(statement: string): string {
  const signs = codeTokens(statement).filter(({ kind }) => kind === 'sign');
  let depth = 0;
  let end: number | undefined;
  for (const { start } of signs.reverse()) {
    const sign = statement[start] as string;
    if (end === undefined) {
      if (sign === ')') end = start;
      continue;
    }
    if (/[)\]}]/.test(sign)) depth++;
    const isBegin = depth === 0 && /[,(]/.test(sign);
    const argument = isBegin ? statement.slice(start + 1, end).trim() : '';
    if (argument !== '') return argument;
    if (/[([{]/.test(sign) && depth-- === 0) break;
  }
  return /\S*$/.exec(statement.replace(/[\s;]+$/, ''))?.[0] ?? '';
}
