import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from './paths.js';

let known: string | undefined;

export function packageVersion(): string {
  known ??= String(JSON.parse(readFileSync(join(packageRoot(), 'package.json'), 'utf8')).version);
  return known;
}
