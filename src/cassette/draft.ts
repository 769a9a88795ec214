import { closeSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs';
import { notWritable, type Target } from './target.js';
import { writeWhole } from './write-whole.js';

/** New content for a file, written beside it: until it is put in its place the file is as it was. */
export interface Draft {
  readonly descriptor: number;
  write(content: string | Uint8Array): void;
  /** On the disk, whatever happens to the machine. */
  close(): void;
  putInPlace(): void;
  discard(): void;
}

/** Readable by its owner alone. */
export function draftOf({ name, file }: Target): Draft {
  const temporary = `${file}.${process.pid}.tmp`;
  const told = <T>(work: () => T): T => {
    try {
      return work();
    } catch (cause) {
      throw notWritable(name, cause);
    }
  };
  const descriptor = told(() => openSync(temporary, 'ax', 0o600));
  let open = true;
  const close = () => {
    if (open) closeSync(descriptor);
    open = false;
  };
  return {
    descriptor,
    write: (content) => told(() => writeWhole(descriptor, Buffer.from(content))),
    close() {
      told(() => fsyncSync(descriptor));
      close();
    },
    putInPlace: () => told(() => renameSync(temporary, file)),
    discard() {
      close();
      rmSync(temporary, { force: true });
    },
  };
}
