import { accessSync, constants } from 'node:fs';
import { dirname, extname } from 'node:path';
import { beginGrowing, type FileLock, lockFile, readPart } from '../../util/index.js';
import { draftOf, makeTargetFolder, mistake, notWritable, type Target, targetOf } from './target-file.js';

/** Writes the header and the first document, and returns the descriptor of the new file. */
export type Replace = (first: Uint8Array) => number;

const ENDINGS = ['.yaml', '.yml', '.ndjson'];

export interface Beginning {
  readonly into: number | Replace;
  /** No other session may record into the file until it is closed. */
  readonly lock: FileLock;
}

/**
 * Creates the file of a new recording, with its header. If the file is already a recording, returns a function instead:
 * the user may have mistyped the name or the code, so the old recording is replaced only together with the first
 * exchange.
 */
export function beginFile(name: string, head: Uint8Array): Beginning {
  const lock = lockFile(recordingFileFor(name).target.file);
  try {
    // Another session may have written the file before this one had it.
    const { target, isRecording } = recordingFileFor(name);
    const into = isRecording
      ? (first: Uint8Array) => replaced(target, Buffer.concat([head, first]))
      : begun(target, head);
    return { into, lock };
  } catch (error) {
    lock.release();
    throw error;
  }
}

interface RecordingFile {
  readonly target: Target;
  readonly isRecording: boolean;
}

/** Checks where a recording can be written, and creates its folder. */
export function recordingFileFor(name: string): RecordingFile {
  const place = checkedFile(name);
  makeTargetFolder(place.target);
  return place;
}

/** Rejects an existing file that is not a recording. */
export function checkedFile(name: string): RecordingFile {
  const target = targetOf(name);
  if (!ENDINGS.includes(extname(name))) throw mistake(`${name}: the name of a recording must end in .yaml or .ndjson`);
  if (!target.about?.size) return { target, isRecording: false };
  if (!holdsRecording(target))
    throw mistake(`${name} exists and is not a recording. Choose another name, or remove the file`);
  try {
    // The replacement is a new file, so the permissions of the old file would not protect it. Check them here.
    accessSync(target.file, constants.W_OK);
    accessSync(dirname(target.file), constants.W_OK);
  } catch (cause) {
    throw notWritable(name, cause);
  }
  return { target, isRecording: true };
}

function begun({ name, file }: Target, head: Uint8Array): number {
  try {
    return beginGrowing(file, head);
  } catch (cause) {
    throw notWritable(name, cause);
  }
}

function replaced(target: Target, bytes: Uint8Array): number {
  // A recording is readable only by its owner, regardless of the file that it replaces.
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

/** Longer than the part of a header that identifies a recording. */
const HEADER_BYTES = 4096;

function holdsRecording({ name, file }: Target): boolean {
  try {
    const start = readPart(file, { from: 'start', bytes: HEADER_BYTES });
    return /^kind: *["']?cassette\b|^\{[^\n]*"kind" *: *"cassette"/m.test(start);
  } catch (cause) {
    throw notWritable(name, cause);
  }
}
