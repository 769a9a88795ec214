import { createHash, randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import { basename, dirname, join } from 'node:path';

/** File systems allow 255 bytes in a name. This leaves room for the endings below. */
const MAX_NAME_BYTES = 150;

/** The path of a hidden file beside a file. It contains the name of the file, or its hash if the name is long. */
export function hiddenBeside(file: string, ending: string): string {
  const name = basename(file);
  const isShort = Buffer.byteLength(name) <= MAX_NAME_BYTES;
  return join(dirname(file), `.${isShort ? name : hashOf(name).slice(0, 32)}.${ending}`);
}

const TEMPORARY = 'patchbay-tmp';

/** A new name for a temporary file beside a file. It contains the process that writes it. */
export const temporaryName = (file: string): string => hiddenBeside(file, `${processMark()}.${TEMPORARY}`);

/** Part of the name of a file that is being written: the machine, the number of the process, and a random number. */
export const processMark = (): string => `${machineMark()}-${process.pid}-${randomBytes(8).toString('hex')}`;

/** The number of the process of this machine in the name of a temporary file. */
export const temporaryOwner = (name: string): number | undefined => ownerIn(name, TEMPORARY);

/** The number of the process of this machine in a name with a `processMark` before the ending. */
export function ownerIn(name: string, ending: string): number | undefined {
  const pattern = new RegExp(`\\.${machineMark()}-(\\d+)-[0-9a-f]{16}\\.${ending}$`);
  const [, pid] = pattern.exec(name) ?? [];
  return pid === undefined ? undefined : Number(pid);
}

/** Processes have unique numbers on one machine only, and several machines may share a folder. */
export const machineMark = (): string => hashOf(hostname()).slice(0, 8);

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');
