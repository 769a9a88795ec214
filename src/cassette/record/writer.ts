import { closeSync, existsSync, readSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { cutterOf, type Secrets } from '../../redact/index.js';
import { appendWhole, attempt, beginGrowing, isPlain, makeFolder, SIZE_LIMITS } from '../../util/index.js';
import { rehashed } from '../format/body.js';
import { isYaml } from '../format/open.js';
import { MAX_LINE_LENGTH } from '../format/read-ndjson.js';
import { type CassetteDocument, CassetteHeader } from '../format/schema.js';
import { spell } from '../format/write.js';
import { MAX_YAML_LENGTH, TokenBudget, tokensAtMost } from '../format/yaml-limits.js';
import { beginFile } from './create-file.js';

export interface RecordingFileOptions {
  /** Default: origin `live`, tool `patchbay`. */
  readonly header?: Partial<CassetteHeader> | undefined;
  /** Redacted before anything is written to disk. */
  readonly secrets?: Secrets | undefined;
  /** Called when the file was removed or renamed, and was written again with all that was recorded. */
  readonly onRestored?: (file: string) => void;
}

/** A cassette that is being recorded. Several recorders may write to one file. */
export interface RecordingFile {
  /** Writes the document to the file before it returns, so that a process that is killed later does not lose it. */
  write(document: CassetteDocument): void;
  /** False while the file still contains an earlier recording, which the first document replaces. */
  readonly isBegun: boolean;
  readonly isEmpty: boolean;
  close(): void;
}

/**
 * Starts a new cassette, readable only by its owner. Never overwrites a file that is not a recording, or into which another
 * session records.
 */
export function openRecordingFile(file: string, options: RecordingFileOptions = {}): RecordingFile {
  if (typeof file !== 'string') throw new TypeError("the name of a recording must be a string: 'story.yaml'");
  const secrets = cutterOf(options.secrets);
  const max = isYaml(file) ? MAX_YAML_LENGTH : SIZE_LIMITS.recording.max;
  const bytesOf = (document: CassetteHeader | CassetteDocument) => {
    const bytes = Buffer.from(spell(document, file));
    if (isYaml(file)) spend(budget, document, file);
    if (bytes.length > MAX_LINE_LENGTH || length + bytes.length > max) throw tooLong(file);
    return bytes;
  };
  const path = resolve(file);
  const budget = new TokenBudget();
  let length = 0;
  const head = bytesOf(secrets.value(headerOf(options.header)));
  const { lock, ...begun } = beginFile(file, head);
  let { into } = begun;
  length = head.length;
  let open = true;
  let isEmpty = true;
  const restore = () => {
    if (typeof into !== 'number' || existsSync(path)) return;
    into = writtenAgain(into, { path, length });
    options.onRestored?.(file);
  };

  return {
    write(document) {
      if (!open) throw new Error(`the recording ${file} is closed`);
      const bytes = bytesOf(rehashed(secrets.value(document)));
      if (typeof into === 'function') into = into(bytes);
      else {
        orUnwritable(file, restore);
        append(into, bytes, length, file);
      }
      length += bytes.length;
      isEmpty = false;
    },
    get isBegun() {
      return typeof into === 'number';
    },
    get isEmpty() {
      return isEmpty;
    },
    close() {
      if (!open) return;
      open = false;
      attempt(restore);
      if (typeof into === 'number') closeSync(into);
      lock.release();
    },
  };
}

function headerOf(given: RecordingFileOptions['header'] = {}): CassetteHeader {
  if (!isPlain(given)) throw new TypeError("header must be an object: { origin: 'sandbox' }");
  const { origin = 'live', tool = 'patchbay', redaction = 'known secrets are redacted', ...rest } = given;
  const { tool_version, recorded_at, seed, clock, time_zone } = rest;
  const more = { tool_version, recorded_at, seed, clock, time_zone };
  const known = Object.fromEntries(Object.entries(more).filter(([, value]) => value !== undefined));
  const header = CassetteHeader.safeParse({ kind: 'cassette', version: 1, origin, tool, ...known, redaction });
  if (header.success) return header.data;
  const [issue] = header.error.issues;
  throw new TypeError(`header.${issue?.path.join('.')}: ${issue?.message}`);
}

/** A longer recording could not be opened again. A failed exchange is better than a lost recording. */
const tooLong = (file: string, options?: ErrorOptions) =>
  new Error(
    `the recording ${file} would be too long to open. ${isYaml(file) ? 'Record to a file that ends in .ndjson, which may be longer' : 'Start another recording'}`,
    options,
  );

function spend(budget: TokenBudget, document: CassetteHeader | CassetteDocument, file: string): void {
  try {
    budget.begin();
    budget.add(tokensAtMost(document));
  } catch (cause) {
    throw tooLong(file, { cause });
  }
}

/** Writes a removed file again. The open file still has the contents. Returns the new descriptor. */
function writtenAgain(descriptor: number, { path, length }: { path: string; length: number }): number {
  const contents = Buffer.alloc(length);
  for (let at = 0; at < length; ) {
    const read = readSync(descriptor, contents, at, length - at, at);
    if (read === 0) break;
    at += read;
  }
  makeFolder(dirname(path));
  const again = beginGrowing(path, contents);
  closeSync(descriptor);
  return again;
}

/** Writes a document completely or not at all, even if the disk is full. */
const append = (descriptor: number, bytes: Buffer, length: number, file: string): void =>
  orUnwritable(file, () => appendWhole(descriptor, bytes, length));

function orUnwritable(file: string, work: () => void): void {
  try {
    work();
  } catch (cause) {
    throw new Error(`the recording ${file} cannot be written: ${(cause as Error).message}`, { cause });
  }
}
