import type { WriteStream } from 'node:tty';

/** Unmutes a muted stream. The text after the mark in the same write is the first output. */
const MARK = '\0';

/** The terminal as Ink uses it. */
export interface OutputStream {
  readonly stream: NodeJS.WriteStream;
  /** Writes directly to the terminal, even while the stream is muted. */
  write(text: string): void;
  /** Drops Ink's output until Ink writes a text created by `opening`. */
  mute(): void;
  opening(text: string): string;
  readonly isMuted: boolean;
}

/**
 * Creates the stream that Ink writes to. It bypasses later replacements of `stdout.write`, and hides resize events from
 * Ink: Ink would erase by counting rows, which the terminal has already rewrapped.
 */
export function outputStream(stdout: WriteStream): OutputStream {
  const write = stdout.write.bind(stdout);
  let isMuted = false;
  const stream = {
    isTTY: true,
    writable: true,
    get columns() {
      return stdout.columns || 80;
    },
    get rows() {
      return stdout.rows || 24;
    },
    write: (chunk: string) => {
      if (!isMuted) return write(chunk);
      if (!chunk.startsWith(MARK)) return true;
      isMuted = false;
      return write(chunk.slice(MARK.length));
    },
    on: () => stream,
    off: () => stream,
  } as unknown as NodeJS.WriteStream;
  return {
    stream,
    write,
    mute: () => {
      isMuted = true;
    },
    opening: (text) => MARK + text,
    get isMuted() {
      return isMuted;
    },
  };
}
