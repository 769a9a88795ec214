import { closeSync, constants, openSync, readSync } from 'node:fs';

/** What waits in the controlling terminal, read without waiting. */
export class TerminalBytes {
  #descriptor: number | null = null;
  readonly #buffer = Buffer.alloc(1024);

  /** Undefined when the terminal is gone: its window was closed. Where there is none (Windows), nothing. */
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

  /** The main thread reads again. */
  close(): void {
    if (this.#descriptor !== null) closeSync(this.#descriptor);
    this.#descriptor = null;
  }
}
