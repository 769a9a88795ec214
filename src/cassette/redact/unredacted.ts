import { rmSync } from 'node:fs';
import { extname } from 'node:path';
import { type FileLock, lockFile } from '../../util/index.js';
import { placeFor } from '../record/create-file.js';
import { openRecordingFile, type RecordingFile, type RecordingFileOptions } from '../record/writer.js';
import { type RedactCassetteOptions, type RedactedCassettes, redactCassette } from './redact-file.js';

/** `case.yaml` → `case.unredacted.yaml`, in the same folder, so that a rename can replace the file atomically. */
function unredactedName(file: string): string {
  const ending = extname(file);
  return `${file.slice(0, file.length - ending.length)}.unredacted${ending}`;
}

/** `case.unredacted.yaml` → `case.yaml`. Undefined for other names. */
export const redactedName = (file: string): string | undefined =>
  /\.unredacted\.[a-z]+$/.test(file) ? file.replace(/\.unredacted(?=\.[a-z]+$)/, '') : undefined;

/** A recording that gets its final name when it is redacted. Until then, its file name contains `.unredacted`. */
export interface UnredactedRecording {
  readonly recordingFile: RecordingFile;
  readonly file: string;
  /** Whether a recording with the final name exists. It stays there until the new one is redacted. */
  readonly isReplacing: boolean;
  /** Whether exchanges are left from a recording whose redaction failed. The first new exchange replaces them. */
  readonly isLeftOver: boolean;
  /** Returns undefined if nothing was recorded and the earlier recording stays. */
  publish(options: Pick<RedactCassetteOptions, 'secrets'>): RedactedCassettes | undefined;
}

export function openUnredacted(name: string, options: RecordingFileOptions): UnredactedRecording {
  const lock = lockFile(placeFor(name).target.file);
  try {
    return openLocked(name, options, lock);
  } catch (error) {
    lock.release();
    throw error;
  }
}

function openLocked(name: string, options: RecordingFileOptions, lock: FileLock): UnredactedRecording {
  const { target, isRecording: isReplacing } = placeFor(name);
  const file = unredactedName(target.file);
  // Closing the file keeps the lock until the recording has its name.
  const recordingFile = openRecordingFile(file, options, { release() {} });
  const isLeftOver = !recordingFile.isBegun;
  return {
    recordingFile,
    file,
    isReplacing,
    isLeftOver,
    publish(how) {
      try {
        recordingFile.close();
        if (recordingFile.isEmpty && (isLeftOver || isReplacing)) {
          if (!isLeftOver) rmSync(file, { force: true });
          return undefined;
        }
        return publishRedacted(file, { ...how, output: () => name });
      } finally {
        lock.release();
      }
    },
  };
}

/** Redacts files and removes the originals with `.unredacted` in their name. If it fails, these files stay. */
export function publishRedacted(input: string | readonly string[], options: RedactCassetteOptions): RedactedCassettes {
  const redacted = redactCassette(input, options);
  if (options.dryRun) return redacted;
  const files = (typeof input === 'string' ? [input] : input).filter((file) => redactedName(file) !== undefined);
  const left = files.flatMap((file) => {
    try {
      rmSync(file, { force: true });
      return [];
    } catch (cause) {
      return [`${file} is not redacted and cannot be removed (${(cause as Error).message}). Remove it yourself`];
    }
  });
  return { ...redacted, warnings: [...redacted.warnings, ...left] };
}
