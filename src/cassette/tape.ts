import { constants } from 'node:buffer';
import { closeSync, fchmodSync, constants as flags, ftruncateSync, mkdirSync, openSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { type SecretCutter, secretCutter } from '../redact/index.js';
import type { CassetteDocument, CassetteHeader } from './format.js';
import { isYaml } from './open.js';
import { LONGEST_LINE } from './read-lines.js';
import { LONGEST_YAML } from './read-yaml.js';
import { rehashed } from './rehash.js';
import { spell } from './write.js';

export interface TapeOptions {
  readonly header: Pick<CassetteHeader, 'origin' | 'tool'> & Partial<CassetteHeader>;
  /** Cut before anything reaches the disk. */
  readonly secrets?: SecretCutter | undefined;
}

/** A cassette that is being recorded. Several recorders may write to one. */
export interface Tape {
  /** On the disk when it returns: who is killed after that loses nothing. */
  write(document: CassetteDocument): void;
  close(): void;
}

const { O_WRONLY, O_CREAT, O_TRUNC, O_APPEND } = flags;

/** Begins a new cassette, readable by its owner alone. */
export function openTape(file: string, { header, secrets = secretCutter([]) }: TapeOptions): Tape {
  mkdirSync(dirname(file), { recursive: true });
  const descriptor = openSync(file, O_WRONLY | O_CREAT | O_TRUNC | O_APPEND, 0o600);
  // A file that was there before keeps the rights it had.
  fchmodSync(descriptor, 0o600);
  let open = true;
  let length = 0;
  const most = isYaml(file) ? LONGEST_YAML : constants.MAX_STRING_LENGTH;
  const write = (document: CassetteHeader | CassetteDocument) => {
    const bytes = Buffer.from(spell(document, file));
    if (bytes.length > LONGEST_LINE || length + bytes.length > most) throw tooLong(file);
    append(descriptor, bytes, length, file);
    length += bytes.length;
  };
  write(secrets.value(headerOf(header)));

  return {
    write(document) {
      if (!open) throw new Error(`the recording ${file} is closed`);
      write(rehashed(secrets.value(document)));
    },
    close() {
      if (open) closeSync(descriptor);
      open = false;
    },
  };
}

function headerOf(given: TapeOptions['header']): CassetteHeader {
  const { kind, version, origin, tool, redaction = 'known secrets are cut', ...rest } = given;
  const { tool_version, recorded_at, seed, clock, time_zone } = rest;
  const more = { tool_version, recorded_at, seed, clock, time_zone };
  const known = Object.fromEntries(Object.entries(more).filter(([, value]) => value !== undefined));
  return { kind: 'cassette', version: 1, origin, tool, ...known, redaction };
}

/** Nobody can open what is longer: better one exchange that fails than a recording that is lost. */
const tooLong = (file: string) =>
  new Error(
    `the recording ${file} would be too long to be opened again; ${isYaml(file) ? 'a file that ends in .ndjson holds more' : 'begin another'}`,
  );

/** One write a document: it is in the file whole or not at all, whatever happens to this process or to the disk. */
function append(descriptor: number, bytes: Buffer, length: number, file: string): void {
  try {
    for (let done = 0; done < bytes.length; ) done += writeSync(descriptor, bytes, done);
  } catch (cause) {
    // What comes next may find room again, and must not follow half a document.
    try {
      ftruncateSync(descriptor, length);
    } catch {
      // A device has nothing to cut off.
    }
    throw new Error(`the recording ${file} cannot be written: ${(cause as Error).message}`, { cause });
  }
}
