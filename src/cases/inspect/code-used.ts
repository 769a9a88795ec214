import { codeTokens } from '../../javascript/index.js';
import { withoutWideSpace } from '../../util/index.js';

/** What the recorded code of a session refers to. The code is split into words, and not evaluated. */
export interface CodeUsed {
  readonly inputs: number;
  readonly characters: number;
  /** The first line of the first input. */
  readonly firstLine?: string;
  /** Modules that the code imports or requires. `(computed)` if the name is not written in the code. */
  readonly imports: readonly string[];
  /** Names of Node.js, and names that run text as code. */
  readonly names: readonly string[];
  /** Whether only the beginning of the code was examined. */
  readonly isPartial: boolean;
}

const MAX_CHARACTERS = 2 ** 20;
const MAX_LISTED = 50;

const GLOBALS = new Set([
  ...['process', 'require', 'module', 'exports', '__dirname', '__filename', 'Buffer', 'global', 'globalThis'],
  ...['fetch', 'WebSocket', 'EventSource', 'XMLHttpRequest', 'Worker', 'SharedArrayBuffer', 'WebAssembly'],
  ...['eval', 'Function'],
]);
/** Members that reach the functions above from any value. */
const MEMBERS = new Set(['constructor', '__proto__', 'getBuiltinModule', 'binding', '_linkedBinding', 'dlopen']);

export function codeUsed(sources: readonly string[]): CodeUsed {
  const imports = new Set<string>();
  const names = new Set<string>();
  let left = MAX_CHARACTERS;
  for (const source of sources) {
    if (left <= 0) break;
    collect(source.slice(0, left), { imports, names });
    left -= source.length;
  }
  const [firstLine] =
    sources.length === 0
      ? []
      : (withoutWideSpace((sources[0] ?? '').trimStart().slice(0, MAX_CHARACTERS)).split(/[\n\r\u2028\u2029]/, 1) ??
        []);
  return {
    inputs: sources.length,
    characters: sources.reduce((sum, { length }) => sum + length, 0),
    ...(firstLine !== undefined && { firstLine }),
    imports: [...imports].sort().slice(0, MAX_LISTED),
    names: [...names].sort().slice(0, MAX_LISTED),
    isPartial: left < 0,
  };
}

function collect(source: string, { imports, names }: { imports: Set<string>; names: Set<string> }): void {
  // The text of the tokens before: of the latest one, and of the one before it.
  let [before, earlier] = ['', ''];
  for (const { kind, start, end, from, to } of codeTokens(source)) {
    if (kind === 'comment' || kind === 'line') continue;
    const text = source.slice(start, end);
    const isCall = before === '(' && (earlier === 'import' || earlier === 'require' || earlier === 'getBuiltinModule');
    if (kind === 'string' && (isCall || before === 'import' || before === 'from')) imports.add(source.slice(from, to));
    else if (isCall && text.trim() !== '') imports.add('(computed)');
    if (kind === 'word') {
      const name = unescaped(text);
      if (GLOBALS.has(name) && before !== '.') names.add(name);
      if (MEMBERS.has(name)) names.add(name);
      [earlier, before] = [before, name];
    } else if (kind === 'string' && before === '[' && MEMBERS.has(source.slice(from, to))) {
      names.add(source.slice(from, to));
      [earlier, before] = [before, text];
    } else if (text.trim() !== '') [earlier, before] = [before, text];
  }
}

/** A name can be written with escapes: `\u0065val`. */
const unescaped = (name: string): string =>
  name.includes('\\')
    ? name.replace(/\\u(?:\{([\da-f]{1,6})\}|([\da-f]{4}))/gi, (whole, long, short) => {
        const code = Number.parseInt(long ?? short, 16);
        return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
      })
    : name;
