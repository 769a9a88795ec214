import { isRow } from '../../client/index.js';
import { namesOf, SourceError } from '../../eval/index.js';
import { codeTokens } from '../../javascript/index.js';
import type { Session } from '../complete/complete.js';
import { type Declarations, isOurs, valueAt } from '../complete/from-scope.js';
import { find } from '../complete/row-fields.js';
import { isAwaitable } from '../inspect/promise-state.js';
import { rowsOf } from '../inspect/response-shape.js';
import { closing } from './corrected-call.js';
import { argumentsIn, pythonName, translatedCall } from './python-names.js';

type Scope = Declarations & Pick<Session, 'peek'>;

/** Explains code of Python at a syntax error. Shows the same in TypeScript only if that parses and has no function of Python. */
export function onPython(error: unknown, source: string, scope: Scope): string[] {
  if (!(error instanceof SourceError)) return [];
  const lines = source.split('\n');
  const typed = lines[error.line - 1] ?? '';
  const line = withoutComment(typed);
  const block = blockIn(line);
  if (block) {
    const body = bodyOf(block.inline, lines.slice(error.line), scope);
    return block.keyword === 'for' ? onLoop(block.head, body, scope) : onCondition(block, body, scope);
  }
  for (const [form, advice, before] of FOREIGN) {
    // The error is at the sign of the other language.
    const found = before === undefined || before.test(typed.slice(0, error.column)) ? form.exec(typed) : null;
    if (found) return [advice(found)];
  }
  const text = /(?:^|[=(,+[\s])f(["'])((?:(?!\1).)*)\1/.exec(line)?.[2];
  if (text !== undefined)
    return text.includes('`') ? [] : [`this is an f-string of Python. In TypeScript: \`${text.replace(/\{/g, '${')}\``];
  const code = lambdas(sorting(comprehensions(slices(choices(printed(line.trim(), scope))), scope)));
  const whole = code === line.trim() && !OPERATOR.test(line) ? undefined : inTypeScript(code, scope);
  return whole === undefined ? [] : [`this is code of Python. In TypeScript: ${whole}`];
}

const withoutComment = (line: string): string => {
  const at = codeTokens(line).find(({ kind, start }) => kind === 'sign' && line[start] === '#')?.start;
  return at === undefined ? line : line.slice(0, at).trimEnd();
};

interface Block {
  readonly keyword: string;
  readonly head: string;
  /** The code after the colon. */
  readonly inline: string;
}

/** Reads `for x in y: z`, `if x: y` and `while x: y`. In the last line, the colon can be missing. */
function blockIn(line: string): Block | undefined {
  const [, keyword] = /^\s*(for|if|while)\s+[^(\s]/.exec(line) ?? [];
  if (keyword === undefined) return undefined;
  let depth = 0;
  for (const { kind, start } of codeTokens(line)) {
    const sign = kind === 'sign' ? (line[start] ?? '') : '';
    if ('([{'.includes(sign) && sign !== '') depth++;
    else if (')]}'.includes(sign) && sign !== '') depth--;
    else if (sign === ':' && depth === 0)
      return {
        keyword,
        head: line.slice(line.indexOf(keyword) + keyword.length, start).trim(),
        inline: line.slice(start + 1).trim(),
      };
  }
  const head = line.slice(line.indexOf(keyword) + keyword.length).trim();
  return /[{;]/.test(head) ? undefined : { keyword, head, inline: '' };
}

const OMITTED = '{ … }';

/** Returns the body of a block in TypeScript. A body that is not translated is left out. */
function bodyOf(inline: string, after: readonly string[], scope: Scope): string {
  const end = after.findIndex((line) => line.trim() !== '' && !/^\s/.test(line));
  const lines = inline === '' ? after.slice(0, end < 0 ? undefined : end).map((line) => line.trim()) : [inline];
  const [only, ...more] = lines.filter((line) => line !== '');
  const isEmpty = only === undefined || only === 'pass';
  return (isEmpty || more.length > 0 ? undefined : inTypeScript(withoutComment(only), scope)) ?? OMITTED;
}

function onLoop(head: string, body: string, scope: Scope): string[] {
  const [, target = '', list = ''] = /^([\p{ID_Continue}$, ]+?)\s+in\s+(.+)$/su.exec(head) ?? [];
  if (list === '') return [];
  const names = target.split(',').map((name) => name.trim());
  const item = names.length === 1 ? target : `[${names.join(', ')}]`;
  const loop = (of: string, keyword = 'for') => `${keyword} (const ${item} of ${of}) ${body}`;
  const pages = isPages(list, scope);
  const items = pages ? list : listIn(list, scope);
  const code = items === undefined ? undefined : loop(items, pages ? 'for await' : 'for');
  const isKnown = code !== undefined && parses(code);
  return [`this is a loop of Python. In TypeScript: ${isKnown ? code : loop('LIST')}`];
}

function onCondition({ keyword, head }: Block, body: string, scope: Scope): string[] {
  const condition = inTypeScript(head, scope);
  return condition === undefined ? [] : [`this is code of Python. In TypeScript: ${keyword} (${condition}) ${body}`];
}

const parses = (code: string) => namesOf(code.replaceAll('…', '')) !== undefined;

/** Whether code is a list of the platform, or a variable with one, which a loop awaits page by page. */
function isPages(code: string, scope: Scope): boolean {
  const path = /^(platform(?:\.\w+)+)\(/.exec(code)?.[1];
  if (path === undefined) {
    const value = /^[\w$]+$/.test(code) ? scope.peek(code)?.value : undefined;
    return isAwaitable(value) && !(value instanceof Promise);
  }
  const row = isOurs('platform', scope) ? find(path.split('.').slice(1)) : undefined;
  return row !== undefined && isRow(row) && row.gives.kind === 'page' && closing(code, path.length) === code.length - 1;
}

/** Returns the code of a list to loop over or to map. */
function listIn(code: string, scope: Scope): string | undefined {
  const [, enumerated] = /^enumerate\((.*)\)$/s.exec(code) ?? [];
  if (enumerated !== undefined) return afterList(enumerated, '.entries()', scope);
  const [, dictionary] = /^(.+)\.items\(\)$/s.exec(code) ?? [];
  if (dictionary !== undefined) {
    const object = inTypeScript(dictionary, scope);
    return object && `Object.entries(${object})`;
  }
  if (isPages(code, scope)) return `(await ${code}).data`;
  const path = /^[\w$.]+$/.test(code) ? code.split('.') : [];
  const rows = path.length > 0 ? rowsOf(valueAt(path, scope)) : undefined;
  return rows === undefined ? inTypeScript(comprehensions(code, scope), scope) : `${code}.${rows}`;
}

function afterList(code: string, member: string, scope: Scope): string | undefined {
  const list = listIn(code, scope);
  return list && `${list}${member}`;
}

/** Changes `[n.name for n in numbers if n.name]` to calls of `filter` and `map`. */
function comprehensions(code: string, scope: Scope): string {
  return code.replace(
    /\[\s*([^[\]]+?)\s+for\s+([\w$]+)\s+in\s+([^[\]]+?)(?:\s+if\s+([^[\]]+?))?\s*\]/,
    (whole, item: string, name: string, list: string, condition?: string) => {
      const items = listIn(list, scope);
      if (items === undefined) return whole;
      const filtered = condition === undefined ? items : `${items}.filter((${name}) => ${condition})`;
      return item === name ? filtered : `${filtered}.map((${name}) => ${item})`;
    },
  );
}

const lambdas = (code: string): string =>
  code.replace(/\blambda\s+([\w$]+(?:\s*,\s*[\w$]+)*)\s*:\s*/g, (_, names: string) => `(${names}) => `);

/** Changes `sort(key=lambda n: n.name)` to a comparison of two items. */
const sorting = (code: string): string =>
  code.replace(
    /\.sort\(\s*key\s*=\s*lambda\s+([\w$]+)\s*:\s*\1((?:\.[\w$]+|\[\d+\])+)\s*\)/g,
    '.sort((a, b) => (a$2 > b$2 ? 1 : -1))',
  );

/** Whether a call has an argument with a name, such as `reverse=True`. In TypeScript, it assigns to a variable. */
function hasNamedArgument(code: string): boolean {
  const tokens = codeTokens(code).filter(({ kind }) => kind !== 'line');
  return tokens.some(({ kind, end }, index) => {
    const before = code[tokens[index - 1]?.start ?? -1] ?? '';
    return kind === 'word' && '(,'.includes(before) && before !== '' && /^\s*=(?![=>])/.test(code.slice(end));
  });
}

const OPERATOR = /\b(?:and|or|not)\b/;

/** Returns an expression of Python in TypeScript, or undefined if it is not known or calls a function that does not exist. */
export function inTypeScript(code: string, scope: Scope): string | undefined {
  const tokens = codeTokens(code);
  let text = '';
  let at = 0;
  for (const [index, { kind, start, end }] of tokens.entries()) {
    if (start < at) continue;
    const word = code.slice(start, end);
    const [before, next] = [tokens[index - 1], tokens[index + 1]];
    const isName = kind === 'word' && code[before?.start ?? -1] !== '.';
    const call = isName ? callAt(code, start, scope) : undefined;
    if (call === 'unknown') return undefined;
    text += code.slice(at, start);
    at = end;
    if (call) {
      text += call.code;
      at = call.end;
    } else if (word === 'f' && next?.kind === 'string' && next.start === end) {
      const quoted = code.slice(next.start, next.end);
      if (/[`\\]/.test(quoted)) return undefined;
      text += `\`${quoted.slice(1, -1).replace(/\{/g, '${')}\``;
      at = next.end;
    } else if (isName && word === 'not') {
      text += '!';
      at += /^\s*/.exec(code.slice(end))?.[0].length ?? 0;
    } else text += (isName && pythonName(word)?.word) || word;
  }
  text += code.slice(at);
  const names = hasNamedArgument(text) ? undefined : namesOf(text);
  const isKnown = (name: string) => name in globalThis || scope.names().includes(name);
  const isCalled = (name: string) => new RegExp(`(?<![\\w$.])${name.replaceAll('$', '\\$')}\\(`).test(text);
  return names && [...names.used].every((name) => isKnown(name) || !isCalled(name)) ? text : undefined;
}

/** Translates the call of a function of Python at a position. */
function callAt(code: string, start: number, scope: Scope): { code: string; end: number } | 'unknown' | undefined {
  const [name = ''] = /^[\p{ID_Continue}$]+(?:\.[\p{ID_Continue}$]+)*(?=\()/u.exec(code.slice(start)) ?? [];
  const open = start + name.length;
  const close = pythonName(name)?.call ? closing(code, open) : -1;
  if (close < 0) return undefined;
  const args = argumentsIn(code.slice(open + 1, close)).map((argument) => inTypeScript(argument, scope));
  const isKnown = (all: typeof args): all is string[] => !all.includes(undefined);
  const translated = isKnown(args) ? translatedCall(name, args, scope) : undefined;
  return translated === undefined ? 'unknown' : { code: translated, end: close + 1 };
}

/** Changes `a[1:3]` to `a.slice(1, 3)`. */
const slices = (code: string): string =>
  code.replace(
    /(?<=[\p{ID_Continue}$)\]])\[\s*(-?[\p{ID_Continue}$.]*)\s*:\s*(-?[\p{ID_Continue}$.]*)\s*\]/gu,
    (_, start: string, end: string) => `.slice(${end === '' ? start : `${start || '0'}, ${end}`})`,
  );

/** Changes `print "hi"` to `print("hi")`. `print my numbers` is a sentence. */
const printed = (code: string, { names }: Scope): string =>
  code.replace(/^print\s+((?:f?["']|\d|[\p{ID_Start}$_][\p{ID_Continue}$]*).*)$/su, (whole, value: string) => {
    const [name] = /^[\p{ID_Start}$_][\p{ID_Continue}$]*(?!["'])/u.exec(value) ?? [];
    return name === undefined || names().includes(name) ? `print(${value})` : whole;
  });

/** Changes `x = a if b else c` to `x = b ? a : c`. */
const choices = (code: string): string =>
  code.length > MAX_CHOICE
    ? code
    : code.replace(/^([\p{ID_Continue}$.]+\s*=\s*)?(.+?)\s+if\s+(.+?)\s+else\s+(.+)$/su, '$1$3 ? $2 : $4');

/** The pattern takes long on a text with many spaces. */
const MAX_CHOICE = 200;

type Advice = (found: RegExpExecArray) => string;

/** Lines of other languages, and likely slips, with what to write instead. */
const FOREIGN: readonly (readonly [line: RegExp, advice: Advice, before?: RegExp])[] = [
  [
    /^\s*(async\s+)?def\s+([\p{ID_Continue}$]+)\s*\(([^)]*)\)/u,
    ([, isAsync = '', name, parameters]) =>
      `this is a function of Python. In TypeScript: ${isAsync && 'async '}function ${name}(${parameters}) { … }`,
  ],
  [/^\s*class\s+([\p{ID_Continue}$]+)\s+extend\s/u, ([, name]) => `write class ${name} extends …`],
  [/^\s*(?:elif\b|else\s+if\b.*:\s*$)/, () => 'in TypeScript, write else if (…) { … }'],
  [
    /[{,]\s*([\p{ID_Continue}$]+)\s*=\s*[^=>]/u,
    ([, name]) => `in an object, a field has a colon: { ${name}: … }`,
    /[{,]\s*[\p{ID_Continue}$]+\s*=$/u,
  ],
  [/^\s*#(?!!)/, () => 'in TypeScript, a comment starts with //'],
  [/^\s*try\s*:/, () => 'in TypeScript, write try { … } catch (error) { … }'],
  [
    /^\s*with\s+open\(\s*([^(),]+).*\)\s*as\b/,
    ([, file]) => `in TypeScript, write (await import('node:fs')).readFileSync(${file}, 'utf8') to read a file`,
  ],
  [/^\s*except\b.*:/, () => 'in TypeScript, write catch (error) { … }'],
  [/^\s*(else|finally)\s*:/, ([, word]) => `in TypeScript, write ${word} { … }`],
  [
    /^\s*raise\s+(?:[\p{ID_Continue}$]+\.)*\p{Lu}[\p{ID_Continue}$]*(?:\((.*)\))?\s*$/u,
    ([, text = '']) => `in TypeScript, write throw new Error(${text})`,
  ],
  [/^\s*del\s+[\p{ID_Start}]/u, () => 'in TypeScript, write delete object.field, or list.splice(index, 1) for an item'],
  [
    /^\s*(?:global|nonlocal)\s+[\p{ID_Start}]/u,
    () => 'in TypeScript, a function assigns to an outer variable without a declaration',
  ],
];
