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
  const [own, preloaded] = [true, false].map((is) =>
    nearest(
      name,
      names().filter((one) => isDeclared(one) === is),
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
  const number = /^_(\d+)$/.exec(name)?.[1];
  // A notebook numbers its cells in a global variable.
  const numbered = Object.hasOwn(globalThis, 'Out') ? 'cell' : scope.peek('Out') && 'input';
  if (number !== undefined && numbered) return [`the result of ${numbered} ${number} is Out[${number}]`];
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
