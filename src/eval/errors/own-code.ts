import { dirname, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

const folder = dirname(fileURLToPath(import.meta.url));
/** The folder of this package: src/ when run from the sources, dist/ when bundled. */
const ours = (folder.endsWith(join('src', 'eval', 'errors')) ? dirname(dirname(folder)) : folder) + sep;

export const isOurs = (path: string): boolean => path.startsWith(ours);
