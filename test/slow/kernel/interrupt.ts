import { resolve } from 'node:path';
import type { Jupyter } from './jupyter.js';

export async function checkInterrupt(jupyter: Jupyter): Promise<string> {
  return jupyter.python([resolve('test/slow/kernel/interrupt.py')]);
}
