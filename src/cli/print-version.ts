import { packageVersion } from '../util/index.js';
import { FINE } from './exit-codes.js';
import { writeOut } from './output.js';

export function printVersion(): number {
  writeOut(`patchbay ${packageVersion()}\n`);
  return FINE;
}
