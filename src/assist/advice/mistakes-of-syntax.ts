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

/** The test of an item that assigns to a field, and a condition that assigns a constant, where a comparison was meant. */
const ASSIGNED = [
  /\.(?:find|findLast|findIndex|filter|some|every)\(\s*(?:\([^()]*\)|[\p{ID_Continue}$]+)\s*=>\s*([\p{ID_Continue}$]+(?:\.[\p{ID_Continue}$]+)+)\s*=(?![=>])/u,
  /\bif\s*\(\s*([\p{ID_Continue}$]+(?:\.[\p{ID_Continue}$]+)*)\s*=\s*(?:['"\d]|true\b|false\b|null\b)/u,
];

/** Explains `n => n.name = 'Spare'`, which changes each item and finds the first one. */
export function onAssignedCondition(source: string): string[] {
  const name = ASSIGNED.map((form) => form.exec(source)?.[1]).find(Boolean);
  return name === undefined ? [] : [`${name} = … assigns a value. To compare, write ${name} === …`];
}

type Advice = (found: RegExpExecArray) => string;

/** Lines of other languages, and likely slips, with what to write instead. */
const FOREIGN: readonly (readonly [line: RegExp, advice: Advice, before?: RegExp])[] = [
  [
    /^\s*(async\s+)?def\s+([\p{ID_Continue}$]+)\s*\(([^)]*)\)/u,
    ([, isAsync = '', name, parameters]) =>
      `this is a function of Python. In TypeScript: ${isAsync && 'async '}function ${name}(${parameters}) { … }`,
  ],
  [
    /^\s*class\s+([\p{ID_Continue}$]+)\s*\(\s*([\p{ID_Continue}$.]+)\s*\)\s*:/u,
    ([, name, base]) => `this is a class of Python. In TypeScript: class ${name} extends ${base} { … }`,
  ],
  [/^\s*class\s+([\p{ID_Continue}$]+)\s+extend\s/u, ([, name]) => `write class ${name} extends …`],
  [
    /^\s*(if|while)\s+([^({].*?)\s*:\s*$/,
    ([, word, condition]) => `a condition is in brackets, and its code in braces: ${word} (${condition}) { … }`,
  ],
  [/^\s*(?:elif\b|else\s+if\b.*:\s*$)/, () => 'in TypeScript, write else if (…) { … }'],
  [
    /[{,]\s*([\p{ID_Continue}$]+)\s*=\s*[^=>]/u,
    ([, name]) => `in an object, a field has a colon: { ${name}: … }`,
    /[{,]\s*[\p{ID_Continue}$]+\s*=$/u,
  ],
  [/^\s*#(?!!)/, () => 'in TypeScript, a comment starts with //'],
];

/** Explains code of Python on the line of a syntax error. */
export function onPython(error: unknown, source: string): string[] {
  if (!(error instanceof SourceError)) return [];
  const line = source.split('\n')[error.line - 1] ?? '';
  const [, item, list] = /^\s*for\s+([\p{ID_Continue}$]+)\s+in\s+([^:]+?)\s*:\s*$/u.exec(line) ?? [];
  if (item !== undefined) return [`this is a loop of Python. In TypeScript: for (const ${item} of ${list}) { … }`];
  for (const [form, advice, before] of FOREIGN) {
    // The error is at the sign of the other language.
    const found = before === undefined || before.test(line.slice(0, error.column)) ? form.exec(line) : null;
    if (found) return [advice(found)];
  }
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
