import { packageVersion } from '../util/index.js';
import { FINE } from './exit-codes.js';

export function printVersion(): number {
  process.stdout.write(`patchbay ${packageVersion()}\n`);
  return FINE;
}
