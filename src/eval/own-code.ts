import { dirname, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = fileURLToPath(import.meta.url);
/** src/ when run from the sources, dist/ when bundled. */
const ours = (/[\\/]src[\\/]eval[\\/][^\\/]+$/.test(here) ? dirname(dirname(here)) : dirname(here)) + sep;

/** Whether a file is this package's own code. */
export const isOurs = (path: string): boolean => path.startsWith(ours);
