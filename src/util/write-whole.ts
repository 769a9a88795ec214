import { writeSync } from 'node:fs';

/** A write may take only a part, without an error: a disk that fills up does. */
export function writeWhole(descriptor: number, bytes: Uint8Array): void {
  for (let done = 0; done < bytes.length; ) done += writeSync(descriptor, bytes, done);
}
