import { closeSync, constants, openSync, readSync } from 'node:fs';

/** Reads pending bytes from the controlling terminal without blocking. */
export class TerminalBytes {
  #descriptor: number | null = null;
  readonly #buffer = Buffer.alloc(1024);

  /** Undefined if the terminal was closed. Empty if nothing was typed, or without `/dev/tty` (Windows). */
  read(): Uint8Array | undefined {
    try {
      this.#descriptor ??= openSync('/dev/tty', constants.O_RDONLY | constants.O_NONBLOCK);
      const length = readSync(this.#descriptor, this.#buffer);
      if (length === 0) return undefined; // in raw mode, only from a terminal that hung up
      return Uint8Array.from(this.#buffer.subarray(0, length));
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      return code === 'EIO' || code === 'ENXIO' ? undefined : new Uint8Array(); // EAGAIN: nothing typed
    }
  }

  /** Closes the terminal, because the main thread reads it again. */
  close(): void {
    if (this.#descriptor !== null) closeSync(this.#descriptor);
    this.#descriptor = null;
  }
}
