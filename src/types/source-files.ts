import { existsSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { attempt } from '../util/index.js';
import { installedPackage } from './compiler.js';

export interface Folders {
  readonly declarations: string;
  readonly lib: string;
  /** The folders of `@types/node` and of the types that it imports, if installed. */
  readonly node: NodeTypes | undefined;
  /** The folder that relative imports of inputs start from. */
  readonly user: string;
}

export interface NodeTypes {
  readonly folder: string;
  /** The file that includes all others. */
  readonly index: string;
  /** The folder of the package with the types of `fetch`. */
  readonly undici: string | undefined;
}

/** Limits on the files of the user, which are only read for their types. */
const MAX_FILE_SIZE = 512 * 1024;
const MAX_FILES = 300;
const USER_EXTENSIONS = ['.ts', '.mts', '.cts', '.js', '.mjs', '.cjs', '.json'];

/** Finds the declarations of Node.js in the installation of this package. */
export function findNodeTypes(root: string, compilerVersion: string): NodeTypes | undefined {
  const folder = installedPackage('@types/node', root);
  if (folder === undefined) return undefined;
  const forOlder = join(folder, 'ts5.6', 'index.d.ts');
  const isOlder = /^5\.[0-6]\./.test(compilerVersion) && existsSync(forOlder);
  return {
    folder,
    index: isOlder ? forOlder : join(folder, 'index.d.ts'),
    undici: installedPackage('undici-types', folder),
  };
}

/**
 * The files that the compiler may read: the declarations of this package, of the compiler and of Node.js, and modules of
 * the user's folder that an input imports by a relative path. Packages of the user are not read.
 */
export class SourceFiles {
  readonly #folders: Folders;
  readonly #fixed: readonly string[];
  /** Texts of files that do not change. */
  readonly #texts = new Map<string, string | undefined>();
  /** The user's files that were resolved. No other file of the user is read. */
  readonly #ofUser = new Set<string>();

  constructor(folders: Folders) {
    this.#folders = folders;
    const { declarations, lib, node } = folders;
    this.#fixed = [declarations, lib, node?.folder, node?.undici].flatMap((folder) =>
      folder === undefined ? [] : [`${slashed(folder)}/`],
    );
  }

  read(path: string): string | undefined {
    if (this.#isFixed(path)) {
      if (!this.#texts.has(path)) this.#texts.set(path, readText(path));
      return this.#texts.get(path);
    }
    return this.#ofUser.has(path) ? readText(path, MAX_FILE_SIZE) : undefined;
  }

  exists(path: string): boolean {
    return this.#isFixed(path) ? existsSync(path) : this.#ofUser.has(path);
  }

  version(path: string): string {
    if (!this.#ofUser.has(path)) return '1';
    return String(statsOf(path)?.mtimeMs ?? 0);
  }

  /** Returns the file that an import loads, or undefined for modules whose types are not read. */
  resolve(specifier: string, importer: { readonly path: string; readonly isInput: boolean }): string | undefined {
    const { declarations, node } = this.#folders;
    if (specifier === 'undici-types') return node?.undici && slashed(join(node.undici, 'index.d.ts'));
    const ours = /^patchbay(?:\/([a-z_/-]+))?$/.exec(specifier);
    if (ours) return this.#declarationOf(join(declarations, moduleFolder(ours[1])));
    if (!specifier.startsWith('.')) return undefined;
    const isUsers = this.#ofUser.has(importer.path);
    const inPackage = isUsers ? undefined : this.#declarationOf(resolve(dirname(importer.path), specifier), importer);
    if (inPackage !== undefined || !(importer.isInput || isUsers)) return inPackage;
    return this.#resolveUsers(resolve(isUsers ? dirname(importer.path) : this.#folders.user, specifier));
  }

  #isFixed(path: string): boolean {
    return this.#fixed.some((folder) => path.startsWith(folder));
  }

  /** The compiler leaves `/index` out of the paths that it writes in declarations of inputs. */
  #declarationOf(path: string, { isInput } = { isInput: false }): string | undefined {
    const stem = slashed(path).replace(/\.(d\.ts|js|ts)$/, '');
    const candidates = [`${stem}.d.ts`, `${stem}/index.d.ts`];
    if (isInput) candidates.reverse();
    return candidates.find((file) => this.#isFixed(file) && existsSync(file));
  }

  #resolveUsers(absolute: string): string | undefined {
    const path = slashed(absolute);
    const stem = path.replace(/\.([mc]?)js$/, '');
    const names = [path, ...USER_EXTENSIONS.map((end) => stem + end), `${path}/index.ts`, `${path}/index.js`];
    const file = names.find((name) => USER_EXTENSIONS.some((end) => name.endsWith(end)) && this.#mayRead(name));
    if (file === undefined) return undefined;
    if (!this.#ofUser.has(file) && this.#ofUser.size >= MAX_FILES) return undefined;
    this.#ofUser.add(file);
    return file;
  }

  /** Refuses links out of the folder, and files that are not regular, which could block or never end. */
  #mayRead(path: string): boolean {
    const stats = statsOf(path);
    if (!stats?.isFile() || stats.size > MAX_FILE_SIZE) return false;
    return slashed(realpathSync(path)).startsWith(`${slashed(realpathSync(this.#folders.user))}/`);
  }
}

function moduleFolder(part: string | undefined): string {
  if (part === undefined) return 'index';
  return /^skills\/.+/.test(part) ? part.replace('skills/', 'skills/builtin/') : part;
}

function readText(path: string, largest = Number.POSITIVE_INFINITY): string | undefined {
  const stats = statsOf(path);
  return stats?.isFile() && stats.size <= largest ? readFileSync(path, 'utf8') : undefined;
}

/** Throws for no permission, a loop of links, or a file in the place of a folder. */
const statsOf = (path: string) => attempt(() => statSync(path, { throwIfNoEntry: false }));

/** Writes a path as the compiler does, with slashes on every system. Node.js accepts both on Windows. */
export const slashed = (path: string): string => path.replaceAll('\\', '/');
