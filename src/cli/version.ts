import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../util/index.js';
import { FINE } from './exit-codes.js';

export const version = (): string => JSON.parse(readFileSync(join(packageRoot(), 'package.json'), 'utf8')).version;

export function printVersion(): number {
  process.stdout.write(`patchbay ${version()}\n`);
  return FINE;
}
