import { closeSync, fchmodSync, constants as flags, ftruncateSync, openSync, writeSync } from 'node:fs';

/** A single write may write only a part without an error, for example when the disk is nearly full. */
export function writeWhole(descriptor: number, bytes: Uint8Array): void {
  for (let done = 0; done < bytes.length; ) done += writeSync(descriptor, bytes, done);
}

const { O_RDWR, O_CREAT, O_TRUNC, O_APPEND } = flags;

/** Begins a file that grows by `appendWhole`, open for reading too, readable only by its owner. Replaces the contents of an existing file. */
export function beginGrowing(file: string, head: Uint8Array): number {
  const descriptor = openSync(file, O_RDWR | O_CREAT | O_TRUNC | O_APPEND, 0o600);
  try {
    // An existing file keeps its mode when it is opened.
    fchmodSync(descriptor, 0o600);
    writeWhole(descriptor, head);
    return descriptor;
  } catch (error) {
    closeSync(descriptor);
    throw error;
  }
}

/** Appends bytes to a file of this length completely or not at all, even if the disk is full. */
export function appendWhole(descriptor: number, bytes: Uint8Array, length: number): void {
  try {
    writeWhole(descriptor, bytes);
  } catch (error) {
    // A later write may succeed, and must not follow half of this one.
    ftruncateSync(descriptor, length);
    throw error;
  }
}
