import { readdirSync } from 'node:fs';
import { builtinModules, isBuiltin } from 'node:module';
import { basename, dirname, join, relative } from 'node:path';
import { attempt, nearest } from '../../util/index.js';
import { type PathAlias, pathAliases } from './path-aliases.js';

const PACKAGE_NAME = /^(?:@[^/]+\/)?[^./@][^/]*/;

/** Explains a module that does not exist: a typo of a module of Node.js or of a path alias, or a package to install. */
export function missingModule(specifier: string, directory: string): string | undefined {
  if (/^[./]|^file:/.test(specifier)) return undefined;
  const name = PACKAGE_NAME.exec(specifier)?.[0];
  const bare = specifier.replace(/^node:/, '');
  const builtIn = nearest(bare, builtinModules);
  if (bare !== specifier || isBuiltin(bare.split('/', 1)[0] ?? ''))
    return `Node.js has no module ${bare}.${builtIn === undefined ? '' : ` Did you mean node:${builtIn}?`}`;
  const aliases = pathAliases(directory);
  const alias = aliases.find(({ prefix, isWhole }) => !isWhole && specifier.startsWith(prefix) && prefix !== '');
  if (alias) return missingFile(specifier, alias, directory);
  const meant = nearAlias(specifier, aliases);
  if (meant !== undefined) return `there is no module ${specifier}. Did you mean ${meant}?`;
  if (name === undefined) return undefined;
  const own = builtIn === undefined ? '' : ` node:${builtIn} is a module of Node.js.`;
  return `${name} is not installed here: npm install ${name}${own === '' ? '' : `.${own}`}`;
}

/** Explains a name with a known prefix that is no file. */
function missingFile(specifier: string, { prefix, targets }: PathAlias, directory: string): string {
  const rest = specifier.slice(prefix.length);
  const files = targets.map((target) => join(target, rest));
  const near = files.flatMap((file) => {
    const names = attempt(() => readdirSync(dirname(file))) ?? [];
    const stems = names.map((one) => one.replace(/\.[cm]?[jt]sx?$/, ''));
    return nearest(basename(file), stems) ?? [];
  });
  const [only] = near;
  const folder = rest.includes('/') ? rest.slice(0, rest.lastIndexOf('/') + 1) : '';
  const hint = only === undefined ? '' : ` Did you mean ${prefix}${folder}${only}?`;
  return `there is no file ${files.map((file) => relative(directory, file)).join(' or ')}, which ${specifier} means in tsconfig.json.${hint}`;
}

/** Returns the name with the prefix of the alias that it resembles: `@ap/two` for `@app/two`. */
function nearAlias(specifier: string, aliases: readonly PathAlias[]): string | undefined {
  const [start = ''] = specifier.split('/', 1);
  const known = aliases.map(({ prefix }) => prefix.replace(/\/$/, '')).filter((prefix) => prefix.length > 1);
  const meant = nearest(start, known);
  return meant === undefined || meant === start ? undefined : meant + specifier.slice(start.length);
}
