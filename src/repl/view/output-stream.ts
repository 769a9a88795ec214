import type { WriteStream } from 'node:tty';

/** Opens a muted stream again; what follows the mark in the same write is the first to go out. */
const MARK = '\0';

/** The terminal as Ink sees it. */
export interface OutputStream {
  readonly stream: NodeJS.WriteStream;
  /** Past everything, at once. */
  write(text: string): void;
  /** Drops what Ink writes until it passes on a text that `opening` made. */
  mute(): void;
  opening(text: string): string;
  readonly isMuted: boolean;
}

/**
 * What Ink needs of a terminal. It writes past whatever has been put over `stdout.write` in the meantime, and it keeps
 * resizes to itself: Ink would erase by counting rows, which the terminal has moved by then.
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
