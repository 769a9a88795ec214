import { dirname, join, sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const folder = dirname(fileURLToPath(import.meta.url));
/** The folder of this package: src/ when run from the sources, dist/ when bundled. */
const ours = (folder.endsWith(join('src', 'eval', 'errors')) ? dirname(dirname(folder)) : folder) + sep;

export const isOurs = (path: string): boolean => path.startsWith(ours);

/**
 * Whether a script is the user's: neither of Node nor of this package. WebAssembly has no code of its own to stop: its
 * caller is stopped. The layout engine of the prompt is WebAssembly that this package calls.
 */
export function isUsersCode(url: string): boolean {
  if (/^(?:node|wasm):/.test(url)) return false;
  return !(url.startsWith('file:') && isOurs(fileURLToPath(url)));
}

/** Patterns of the scripts that are not the user's, for the debugger. */
export const NOT_OF_USERS: readonly string[] = [
  '^(?:node|wasm):',
  `^${pathToFileURL(ours).href.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}`,
];
