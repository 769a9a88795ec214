import { closeSync, constants, openSync, readSync } from 'node:fs';

/** What waits in the controlling terminal, read without waiting. Where there is none (Windows, a pipe), nothing. */
export class TerminalBytes {
  #descriptor: number | null = null;
  readonly #buffer = Buffer.alloc(1024);

  read(): Uint8Array {
    try {
      this.#descriptor ??= openSync('/dev/tty', constants.O_RDONLY | constants.O_NONBLOCK);
      const length = readSync(this.#descriptor, this.#buffer);
      return Uint8Array.from(this.#buffer.subarray(0, length));
    } catch {
      return new Uint8Array(); // EAGAIN: nothing typed; ENXIO, ENOENT: no terminal
    }
  }

  /** The main thread reads again. */
  close(): void {
    if (this.#descriptor !== null) closeSync(this.#descriptor);
    this.#descriptor = null;
  }
}
