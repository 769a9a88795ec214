import { closeSync, constants, fchmodSync, mkdirSync, openSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { type SecretCutter, secretCutter } from '../redact/index.js';
import type { CassetteDocument, CassetteHeader } from './format.js';
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

const { O_WRONLY, O_CREAT, O_TRUNC, O_APPEND } = constants;

/** Begins a new cassette, readable by its owner alone. */
export function openTape(file: string, { header, secrets = secretCutter([]) }: TapeOptions): Tape {
  mkdirSync(dirname(file), { recursive: true });
  const descriptor = openSync(file, O_WRONLY | O_CREAT | O_TRUNC | O_APPEND, 0o600);
  // A file that was there before keeps the rights it had.
  fchmodSync(descriptor, 0o600);
  let open = true;
  const write = (document: CassetteHeader | CassetteDocument) => append(descriptor, spell(document, file));
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

/** One write a document: it is in the file whole or not at all, whatever happens to this process. */
function append(descriptor: number, text: string): void {
  const bytes = Buffer.from(text);
  for (let done = 0; done < bytes.length; ) done += writeSync(descriptor, bytes, done);
}
