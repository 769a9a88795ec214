import { rmSync } from 'node:fs';
import { extname } from 'node:path';
import { type FileLock, lockFile, withLocks } from '../../util/index.js';
import { recordingFileFor } from '../record/create-file.js';
import { SHORT_WAIT, targetOf } from '../record/target-file.js';
import { openRecordingFile, type RecordingFile, type RecordingFileOptions } from '../record/writer.js';
import { type RedactCassetteOptions, type RedactedCassettes, redactCassette, redactLocked } from './redact-file.js';

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

/** No other session may use the final name or the unredacted file until `publish` returns. */
export function openUnredacted(name: string, options: RecordingFileOptions): UnredactedRecording {
  const lock = lockFile(recordingFileFor(name).target.file);
  try {
    return openLocked(name, options, lock);
  } catch (error) {
    lock.release();
    throw error;
  }
}

function openLocked(name: string, options: RecordingFileOptions, lock: FileLock): UnredactedRecording {
  const { target, isRecording: isReplacing } = recordingFileFor(name);
  const file = unredactedName(target.file);
  const recordingFile = openRecordingFile(file, options);
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
        const redacted = redactLocked(file, { ...how, output: () => name });
        return withoutOriginals([file], redacted);
      } finally {
        lock.release();
      }
    },
  };
}

/** Redacts files and removes the originals with `.unredacted` in their name. If it fails, these files stay. */
export function publishRedacted(input: string | readonly string[], options: RedactCassetteOptions): RedactedCassettes {
  if (options.dryRun) return redactCassette(input, options);
  const all = typeof input === 'string' ? [input] : input;
  const { output = (file: string) => file } = options;
  const originals = all.filter((file) => redactedName(file) !== undefined && output(file) !== file);
  const written = [...originals, ...all.map(output)].map((name) => targetOf(name).file);
  return withLocks(written, SHORT_WAIT, () => withoutOriginals(originals, redactLocked(all, options)));
}

function withoutOriginals(files: readonly string[], redacted: RedactedCassettes): RedactedCassettes {
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
