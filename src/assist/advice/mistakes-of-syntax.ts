import { SourceError } from '../../eval/index.js';

/** Explains a line that continues the line before it: `const size = 5` before `(await list()).length`. */
export function onMissingSemicolon({ message }: Error, source: string): string[] {
  const lines = source.split('\n');
  for (const [index, line] of lines.entries()) {
    const [, sign] = /^\s*([([])/.exec(lines[index + 1] ?? '') ?? [];
    const before = line.trimEnd();
    if (sign === undefined || !/[\p{ID_Continue}$)\]'"`]$/u.test(before)) continue;
    const isCause = sign === '(' ? isCalled(message, before) : isIndexed(message, lines.slice(index + 1).join('\n'));
    if (isCause)
      return [`a semicolon is missing at the end of line ${index + 1}: the ${sign} of the next line continues it`];
  }
  return [];
}

/** V8 names what was called: `5 is not a function`, `console.log(...) is not a function`. */
function isCalled(message: string, before: string): boolean {
  const called = /^(.+) is not a function$/s.exec(message)?.[1];
  if (called === undefined) return false;
  return /\(\.\.\.\)$/.test(called) ? before.endsWith(')') : before.endsWith(called);
}

function isIndexed(message: string, after: string): boolean {
  const read = /of undefined \(reading '([^']+)'\)$/.exec(message)?.[1];
  const next = /^\s*\[[^\]\n]*\]\s*\.\s*([\p{ID_Continue}$]+)/u.exec(after)?.[1];
  return read !== undefined && next === read;
}

/** Explains code of Python on the line of a syntax error. */
export function onPython(error: unknown, source: string): string[] {
  if (!(error instanceof SourceError)) return [];
  const line = source.split('\n')[error.line - 1] ?? '';
  const [, item, list] = /^\s*for\s+([\p{ID_Continue}$]+)\s+in\s+([^:]+?)\s*:\s*$/u.exec(line) ?? [];
  if (item !== undefined) return [`this is a loop of Python. In TypeScript: for (const ${item} of ${list}) { … }`];
  const text = /(?:^|[=(,+[\s])f(["'])((?:(?!\1).)*)\1/.exec(line)?.[2];
  if (text === undefined || text.includes('`')) return [];
  return [`this is an f-string of Python. In TypeScript: \`${text.replace(/\{/g, '${')}\``];
}

/** The roots of the values that a data map replaces. */
const OF_DATA_MAPS = ['args', 'array', 'foreach', 'global_data', 'meta_data', 'response'];

/** Explains backticks around an expression for a data map: JavaScript evaluates it, and has no such name. */
export function onTemplateOfDataMap(name: string, source: string): string[] {
  if (!OF_DATA_MAPS.includes(name)) return [];
  const template = [...source.matchAll(/`([^`'\\\n]*)`/g)].find(([, text = '']) => holds(text, name))?.[1];
  return template === undefined
    ? []
    : [`JavaScript evaluates \${…} in backticks. A data map needs quotes: '${template}'`];
}

const holds = (text: string, name: string) =>
  [...text.matchAll(/\$\{\s*([\p{ID_Continue}$]+)/gu)].some(([, root]) => root === name);
