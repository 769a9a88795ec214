import type { WriteStream } from 'node:tty';

/** What Ink needs of a terminal, writing past whatever has been put over `stdout.write` in the meantime. */
export function outputStream(stdout: WriteStream): NodeJS.WriteStream {
  const write = stdout.write.bind(stdout);
  const stream = {
    isTTY: true,
    writable: true,
    get columns() {
      return stdout.columns || 80;
    },
    get rows() {
      return stdout.rows || 24;
    },
    write,
    on: (event: string, listener: Listener) => {
      stdout.on(event, listener);
      return stream;
    },
    off: (event: string, listener: Listener) => {
      stdout.off(event, listener);
      return stream;
    },
  } as Partial<NodeJS.WriteStream>;
  return stream as NodeJS.WriteStream;
}

type Listener = (...values: unknown[]) => void;
