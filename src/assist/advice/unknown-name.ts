import { isExpression } from '../../eval/index.js';
import { alternatives, nearest } from '../../util/index.js';
import { hasMember, valueAt } from '../complete/from-scope.js';
import { find } from '../complete/row-fields.js';
import { EXPECTED, SYNONYMS } from '../help/synonyms.js';
import { memberAt } from '../inspect/preloaded.js';
import { pathsIn } from '../tokens.js';
import type { Scope } from './advice.js';
import { onMissingBelow } from './missing-member.js';
import { onTemplateOfDataMap } from './mistakes-of-syntax.js';
import { inTypeScript } from './python.js';
import { onPythonName } from './python-names.js';
import { onMissingQuotes } from './wrong-value.js';

/** Explains a name that is not defined. */
export function onUnknownName({ message }: Error, source: string, scope: Scope): string[] {
  const { names, isDeclared } = scope;
  const name = /^(\S+) is not defined/.exec(message)?.[1];
  if (name === undefined) return [];
  const template = onTemplateOfDataMap(name, source);
  if (template.length > 0) return template;
  const written = writtenToFile(name, source) ?? onNumberedName(name, scope);
  if (written !== undefined) return [written];
  const isUsed = new RegExp(`(?<![\\w$.])${name.replaceAll('$', '\\$')}\\s*[.(]`).test(source);
  const [own, preloaded] = [true, false].map((is) =>
    nearest(
      name,
      // A variable without a value has no members, and cannot be called.
      names().filter((one) => isDeclared(one) === is && !(is && isUsed && scope.peek(one)?.value === undefined)),
    ),
  );
  const here = find([name]) ? `platform.${name}` : preloaded;
  if (own !== undefined) return [`Did you mean ${alternatives([own, here ?? []].flat())}?`];
  const group = [name, `${name}s`].find((one) => find([one]));
  if (group !== undefined) {
    const below = group === name ? onMissingBelow(name, source, scope) : [];
    return below.length > 0 ? below : [`Did you mean platform.${group}?`];
  }
  const quoted = onMissingQuotes(name, source, scope);
  if (quoted.length > 0) return quoted;
  const python = onPythonName(name, source, { peek: scope.peek, translate: (code) => inTypeScript(code, scope) });
  if (python !== undefined) return python;
  const expected = Object.hasOwn(EXPECTED, name) ? EXPECTED[name] : undefined;
  if (expected !== undefined) return [expected];
  const synonym = [name, `${name}s`].find((one) => Object.hasOwn(SYNONYMS, one));
  const meant = (synonym === undefined ? [] : (SYNONYMS[synonym] ?? [])).flatMap(
    (one) =>
      [one, `sandbox.${one}`].find((path) => memberAt(path.split('.'))) ??
      (find(one.split('.')) ? `platform.${one}` : []),
  );
  if (meant.length > 0) return [`Did you mean ${meant.join(' or ')}? To search the help, type .help ${name}`];
  const suggestion = preloaded ?? globalMeant(name, source);
  return suggestion ? [`Did you mean ${suggestion}?`] : [];
}

/** The names of IPython for earlier inputs and results: `_3`, `_i3`, `_i`, `__`. */
function onNumberedName(name: string, { peek }: Scope): string | undefined {
  const [, isInput, number] = /^_+(i*)(\d*)$/.exec(name) ?? [];
  // A notebook numbers its cells in a global variable.
  const numbered = Object.hasOwn(globalThis, 'Out') ? 'cell' : peek('Out') && 'input';
  if (isInput === undefined || !numbered) return undefined;
  const list = isInput === '' ? 'Out' : 'In';
  const what = isInput === '' ? `the result of ${numbered}` : `the text of ${numbered}`;
  return `${what} ${number || 'n'} is ${list}[${number || 'n'}]`;
}

/** Explains `value > out.json`, which compares in TypeScript. */
function writtenToFile(name: string, source: string): string | undefined {
  const [, code = '', file = ''] =
    /^\s*(\S[^\n]*?)\s*>{1,2}\s*([\w-]+\.(?:json|txt|csv|log|ya?ml|xml|html|md))\s*;?\s*$/i.exec(source) ?? [];
  if (file.split('.', 1)[0] !== name || !isExpression(code)) return undefined;
  return `to write a value to a file: (await import('node:fs')).writeFileSync('${file}', JSON.stringify(${code}, null, 2))`;
}

const MIN_OF_OTHER_CASE = 6;

/** Returns the global of JavaScript that a name stands for. A short word in lower case is `JSON` for `json`, but not `Set` for `sent`. */
function globalMeant(name: string, source: string): string | undefined {
  const isSame = (one: string) => one.toLowerCase() === name.toLowerCase();
  const isFar = (one: string) => name.length < MIN_OF_OTHER_CASE && /^[a-z]/.test(name) && /^[A-Z]/.test(one);
  const globals = Object.getOwnPropertyNames(globalThis).filter((one) => isSame(one) || !isFar(one));
  const meant = nearest(name, globals);
  if (meant === undefined || !isSame(meant)) return meant;
  const members = pathsIn(source).flatMap(({ steps: [first, next] }) =>
    first === name && next !== undefined ? [next] : [],
  );
  const value = valueAt([meant], { peek: () => undefined });
  return members.every((member) => hasMember(value, member)) ? meant : undefined;
}
