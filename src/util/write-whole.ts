import { writeSync } from 'node:fs';

/**
 * Writes all bytes. A single write may write only a part without an error, for example when the disk is nearly full.
 */
export function writeWhole(descriptor: number, bytes: Uint8Array): void {
  for (let done = 0; done < bytes.length; ) done += writeSync(descriptor, bytes, done);
}
