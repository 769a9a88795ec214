// Adds one to the number in a file, many times, and prints a dot each time; file-lock.test.ts starts several at once.
import { readFileSync, writeSync } from 'node:fs';
import { replaceFile, withLock } from '../../src/util/index.js';

const [, , file = '', times = '0'] = process.argv;
for (let n = 0; n < Number(times); n++) {
  withLock(file, { waitMs: 20_000 }, () => replaceFile(file, String(Number(readFileSync(file, 'utf8')) + 1)));
  writeSync(1, '.');
}
