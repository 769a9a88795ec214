import { attempt, hasTooManyValues, isDeeperThan, isPlain } from '../../util/index.js';
import { duplicateKey } from './duplicate-keys.js';
import { MAX_VALUES_IN_DOCUMENT, type TokenBudget, yamlLimit } from './yaml-limits.js';

/**
 * Reads a document of YAML in the form in which Patchbay writes it, or of JSON on one line, about ten times as fast as the
 * library. Returns undefined for all other YAML, such as a comment, a scalar of several lines in quotes or a tag.
 */
export function quickYaml(text: string, budget: TokenBudget): Record<string, unknown> | undefined {
  if (/[\r\ufeff]/.test(text)) return undefined;
  const lines = text.split('\n');
  for (const end of ['', '...']) if (lines.at(-1) === end) lines.pop();
  budget.begin();
  if (lines[0]?.startsWith('{')) return jsonLine(lines, budget);
  try {
    return new QuickReader(lines, budget).document();
  } catch (error) {
    if (error === UNUSUAL) return undefined;
    throw error;
  }
}

/** The parser would first read the whole document, character by character. */
export class TextAfterDocument extends Error {
  override readonly name = 'TextAfterDocument';
}

function jsonLine([line = '', ...rest]: readonly string[], budget: TokenBudget): Record<string, unknown> | undefined {
  if (hasTooManyValues(line, MAX_VALUES_IN_DOCUMENT)) throw yamlLimit('The document', MAX_VALUES_IN_DOCUMENT, 'values');
  if (isDeeperThan(MAX_DEPTH, line)) return undefined;
  const value = attempt<unknown>(() => JSON.parse(line));
  if (!isPlain(value) || duplicateKey(line, value) !== undefined) return undefined;
  if (/^[^\s#.%-]/.test(rest[0] ?? '')) throw new TextAfterDocument('unexpected text after the end of the document');
  if (rest.length > 0) return undefined;
  budget.addQuickLine();
  return value;
}

/** Not an error of the file: the library reads the document. */
const UNUSUAL = new Error('unusual YAML');

/** Deeper than what the recorder writes as JSON. */
const MAX_DEPTH = 120;

const KEY = /(?:([A-Za-z_][\w.-]*)|("[^"\\]*")):(?: |$)/y;
/** A plain word that is not text in YAML. */
const WORDS: ReadonlyMap<string, unknown> = new Map<string, unknown>([
  ['null', null],
  ['true', true],
  ['false', false],
]);
const IS_WORD = /^(?:null|true|false)$/i;
const NUMBER = /^-?(?:0|[1-9]\d{0,14})(?:\.\d{1,15})?$/;
const PLAIN_START = /^[A-Za-z\d/_(]/;

class QuickReader {
  #at = 0;

  constructor(
    private readonly lines: string[],
    private readonly budget: TokenBudget,
  ) {}

  document(): Record<string, unknown> {
    const value = this.#map(0, 0);
    if (this.#at < this.lines.length) throw UNUSUAL;
    return value;
  }

  #block(indent: number, depth: number): unknown {
    if (depth > MAX_DEPTH || this.#indent() !== indent) throw UNUSUAL;
    return this.#line().startsWith('- ', indent) ? this.#list(indent, depth) : this.#map(indent, depth);
  }

  #map(indent: number, depth: number): Record<string, unknown> {
    const map: Record<string, unknown> = {};
    do {
      const line = this.#line();
      KEY.lastIndex = indent;
      const [all, plain, quoted] = KEY.exec(line) ?? [];
      if (all === undefined) throw UNUSUAL;
      const key = plain ?? (quoted as string).slice(1, -1);
      if (IS_WORD.test(key) || key === '__proto__' || Object.hasOwn(map, key)) throw UNUSUAL;
      this.budget.addQuickLine();
      this.#at++;
      const rest = line.slice(indent + all.length);
      map[key] = rest === '' ? this.#block(indent + 2, depth + 1) : this.#scalar(rest, indent);
    } while (this.#indent() === indent);
    return map;
  }

  #list(indent: number, depth: number): unknown[] {
    const list: unknown[] = [];
    do {
      const line = this.#line();
      if (!line.startsWith('- ', indent)) throw UNUSUAL;
      const rest = line.slice(indent + 2);
      KEY.lastIndex = 0;
      if (rest.startsWith('- ') || KEY.test(rest)) {
        // The sign is a part of the indentation of what begins on its line.
        this.lines[this.#at] = `${' '.repeat(indent + 2)}${rest}`;
        list.push(this.#block(indent + 2, depth + 1));
      } else {
        this.budget.addQuickLine();
        this.#at++;
        list.push(this.#scalar(rest, indent));
      }
    } while (this.#indent() === indent);
    return list;
  }

  /** The value that begins on the line of its key, at this indentation. */
  #scalar(text: string, indent: number): unknown {
    switch (text[0]) {
      case '"':
        return fromJson(text);
      case "'":
        return unquoted(text);
      case '|':
        return this.#literal(text, indent);
      case '{':
        if (text === '{}') return {};
        throw UNUSUAL;
      case '[':
        if (text === '[]') return [];
        throw UNUSUAL;
      default:
        // A deeper line would continue the text.
        if (this.#indent() > indent) throw UNUSUAL;
        return plainScalar(text);
    }
  }

  /** A text of several lines. A blank line has no indentation. */
  #literal(sign: string, indent: number): string {
    if (!/^\|[+-]?$/.test(sign)) throw UNUSUAL;
    const lines: string[] = [];
    let own: number | undefined;
    for (; this.#at < this.lines.length; this.#at++) {
      const line = this.#line();
      if (line === '') {
        lines.push('');
        continue;
      }
      const spaces = indentOf(line);
      own ??= spaces;
      if (spaces < own || own <= indent) break;
      if (spaces === line.length) throw UNUSUAL;
      lines.push(line.slice(own));
    }
    const last = lines.findLastIndex((line) => line !== '');
    if (last < 0) return sign === '|+' ? '\n'.repeat(lines.length) : '';
    const text = lines.slice(0, last + 1).join('\n');
    return sign === '|-' ? text : `${text}\n${sign === '|+' ? '\n'.repeat(lines.length - last - 1) : ''}`;
  }

  #line(): string {
    return this.lines[this.#at] as string;
  }

  /** The indentation of the next line, or -1 at the end. */
  #indent(): number {
    const line = this.lines[this.#at];
    if (line === '') throw UNUSUAL;
    return line === undefined ? -1 : indentOf(line);
  }
}

function indentOf(line: string): number {
  let indent = 0;
  while (line.charCodeAt(indent) === 0x20) indent++;
  return indent;
}

function plainScalar(text: string): unknown {
  if (NUMBER.test(text)) return Number(text);
  if (IS_WORD.test(text) && WORDS.has(text)) return WORDS.get(text);
  const isText =
    PLAIN_START.test(text) &&
    !IS_WORD.test(text) &&
    Number.isNaN(Number(text)) &&
    !text.endsWith(':') &&
    !text.endsWith(' ') &&
    !text.includes(': ') &&
    !text.includes(' #') &&
    !text.includes('\t');
  if (!isText) throw UNUSUAL;
  return text;
}

/** The escapes of YAML that JSON does not have, as the library writes them. */
const ESCAPES: Readonly<Record<string, string>> = {
  ...{ '0': '\\u0000', a: '\\u0007', v: '\\u000b', e: '\\u001b' },
  ...{ N: '\\u0085', _: '\\u00a0', L: '\\u2028', P: '\\u2029' },
};

function fromJson(text: string): unknown {
  const json = text.includes('\\')
    ? text.replace(/\\(?:x(?=[\da-fA-F]{2})|([\s\S]))/g, (all, sign?: string) =>
        sign === undefined ? '\\u00' : (ESCAPES[sign] ?? all),
      )
    : text;
  const value = attempt<unknown>(() => JSON.parse(json));
  if (typeof value !== 'string') throw UNUSUAL;
  return value;
}

function unquoted(text: string): string {
  const inside = text.slice(1, -1).replaceAll("''", '');
  if (text.length < 2 || !text.endsWith("'") || inside.includes("'")) throw UNUSUAL;
  return text.slice(1, -1).replaceAll("''", "'");
}
