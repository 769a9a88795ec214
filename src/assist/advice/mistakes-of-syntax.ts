import { namesOf, SourceError } from '../../eval/index.js';
import { nearest } from '../../util/index.js';

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

/** Assignments as in a shell, without their sign or with that of Pascal: `set x 3`, `let x 3`, `x := 3`. */
const ASSIGNMENTS = [
  /^()set\s+([a-z_$][\w$]*)\s+(?:to\s+)?(?!=)(.+)$/i,
  /^((?:let|const|var)\s+)([a-z_$][\w$]*)\s+(?!=|of\b|in\b)(.+)$/i,
  /^()([a-z_$][\w$]*)\s*:=\s*(.+)$/i,
];
const LITERAL = /^(?:-?\d+(?:\.\d+)?|'[^'\\]*'|"[^"\\]*"|true|false|null|undefined)$/;

/** Explains an assignment of another language. A word that is no variable is a text: `set x hello`. */
export function onAssignment(source: string, names: () => readonly string[]): string[] {
  for (const form of ASSIGNMENTS) {
    const [, keyword = '', name, value = ''] = form.exec(source.trim().replace(/;$/, '')) ?? [];
    if (name === undefined) continue;
    const isWord = /^[a-z]\w*$/i.test(value) && !LITERAL.test(value) && !names().includes(value);
    // `set up voicemail` is a sentence.
    const isSentence = form === ASSIGNMENTS[0] && !LITERAL.test(value) && name.length > 1 && !names().includes(name);
    const code = `${keyword}${name} = ${isWord ? `'${value}'` : value}`;
    if (!isSentence && namesOf(code)) return [`to assign a value, type: ${code}`];
  }
  return [];
}

/** Text that word processors and chat programs put in place of signs of code. */
const TYPOGRAPHY: ReadonlyMap<string, string> = new Map([
  ['\u201c', '"'],
  ['\u201d', '"'],
  ['\u201e', '"'],
  ['\u2018', "'"],
  ['\u2019', "'"],
  ['\u2013', '-'],
  ['\u2212', '-'],
  ['\u00d7', '*'],
]);
const TYPOGRAPHIC = new RegExp(`[${[...TYPOGRAPHY.keys()].join('')}]`, 'gu');

const KEYWORDS =
  'async await break case catch class const continue delete do else export extends finally for function if import let new return static switch throw try typeof var void while yield'.split(
    ' ',
  );

/** Explains curly quotes and a misspelt keyword at a syntax error, if the code parses without them. */
export function onSpelling(error: unknown, source: string): string[] {
  if (!(error instanceof SourceError) || source.length > MAX_LENGTH) return [];
  const plain = source.replace(TYPOGRAPHIC, (sign) => TYPOGRAPHY.get(sign) ?? sign);
  if (plain !== source && namesOf(plain))
    return [`the quotes or signs of a word processor are not code. Type: ${onOneLine(plain)}`];
  const lines = source.split('\n');
  const start = lines.slice(0, error.line - 1).join('\n').length + (error.line > 1 ? 1 : 0);
  // The error is at the word, or at what follows it.
  const words = [...source.slice(0, start + error.column + 1).matchAll(/(?<![\w$.])[a-z]{2,}(?![\w$])/g)].slice(-2);
  for (const { 0: word, index } of words.reverse()) {
    const meant = KEYWORDS.includes(word) ? undefined : nearest(word, KEYWORDS);
    // `get numbers` is a sentence, not `let numbers`.
    if (word.length < MIN_OF_WORDS && /^[\s\w]+$/.test(source)) continue;
    const fixed = source.slice(0, index) + meant + source.slice(index + word.length);
    if (meant !== undefined && namesOf(fixed)) return [`Did you mean ${meant}? Type: ${onOneLine(fixed)}`];
  }
  return [];
}

const MAX_LENGTH = 500;
/** Without signs of code, only a longer word is a misspelt keyword. */
const MIN_OF_WORDS = 5;
const onOneLine = (code: string): string => (code.includes('\n') ? `${code.split('\n', 1)[0]} …` : code.trim());

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
