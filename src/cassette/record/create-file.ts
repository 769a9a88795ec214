import { accessSync, closeSync, fchmodSync, constants as flags, openSync, readSync } from 'node:fs';
import { dirname, extname } from 'node:path';
import { writeWhole } from '../../util/index.js';
import { draftOf } from './draft-file.js';
import { makeFolder, mistake, notWritable, type Target, targetOf } from './target-file.js';

/** Takes the first document and answers the file that has it, behind its header. */
export type Replace = (first: Uint8Array) => number;

const { O_WRONLY, O_CREAT, O_TRUNC, O_APPEND } = flags;
const ENDINGS = ['.yaml', '.yml', '.ndjson'];

/**
 * The file of a cassette that is being recorded, with its header. Whoever records into a recording may have meant
 * another file, or mistyped the code: what was recorded before is replaced when the first exchange is there, header and
 * all at once.
 */
export function beginning(name: string, head: Uint8Array): number | Replace {
  const { target, isRecording } = placeFor(name);
  return isRecording ? (first) => replaced(target, Buffer.concat([head, first])) : begun(target, head);
}

interface Place {
  readonly target: Target;
  /** Whether another recording is there, which may be replaced. */
  readonly isRecording: boolean;
}

/** A place for a recording. Its folder is made; a file that is not a recording is refused. */
export function placeFor(name: string): Place {
  const target = targetOf(name);
  if (!ENDINGS.includes(extname(name)))
    throw mistake(`${name}: a recording ends in .yaml, for people, or in .ndjson, for machines`);
  makeFolder(dirname(target.file), name);
  if (!target.about?.size) return { target, isRecording: false };
  if (!holdsRecording(target))
    throw mistake(`${name} is there already and is no recording; give another name, or remove it first`);
  try {
    // Its place is taken by another file: rights of its own would protect it no more.
    accessSync(target.file, flags.W_OK);
    accessSync(dirname(target.file), flags.W_OK);
  } catch (cause) {
    throw notWritable(name, cause);
  }
  return { target, isRecording: true };
}

function begun({ name, file }: Target, head: Uint8Array): number {
  let descriptor: number | undefined;
  try {
    descriptor = openSync(file, O_WRONLY | O_CREAT | O_TRUNC | O_APPEND, 0o600);
    // A file that was there before keeps the rights it had.
    fchmodSync(descriptor, 0o600);
    writeWhole(descriptor, head);
    return descriptor;
  } catch (cause) {
    if (descriptor !== undefined) closeSync(descriptor);
    throw notWritable(name, cause);
  }
}

function replaced(target: Target, bytes: Uint8Array): number {
  // A recording is for its owner alone, whatever was there before.
  const draft = draftOf(target, { mode: 0o600 });
  try {
    draft.write(bytes);
    draft.commit();
    return draft.descriptor;
  } catch (error) {
    draft.discard();
    throw error;
  }
}

/** More than a header has before it says what it is. */
const LOOK = 4096;

function holdsRecording({ name, file }: Target): boolean {
  let descriptor: number | undefined;
  try {
    descriptor = openSync(file, 'r');
    const bytes = Buffer.alloc(LOOK);
    const text = bytes.toString('utf8', 0, readSync(descriptor, bytes));
    return /^kind: *["']?cassette\b|^\{[^\n]*"kind" *: *"cassette"/m.test(text);
  } catch (cause) {
    throw notWritable(name, cause);
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}
