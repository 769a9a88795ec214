import type { ReadStream } from 'node:tty';
import { render } from 'ink';
import type { ReplState, Store } from '../state.js';
import type { Frame, FrameWriter } from './frame-writer.js';
import { LiveArea } from './live-area.js';

/** The live area on the terminal, with a way to write above it. */
export interface Screen {
  /** Writes whole lines above the live area. */
  write(text: string): void;
  /** Resolves when the last change of the state is on the screen. */
  painted(): Promise<void>;
  /** Rejects if a frame cannot be drawn. It never resolves. */
  readonly failed: Promise<never>;
  close(): void;
}

export function mountScreen(options: {
  readonly store: Store<ReplState>;
  readonly stdin: ReadStream;
  readonly writer: FrameWriter;
}): Screen {
  const { store, stdin, writer } = options;
  const waiting = new Set<() => void>();
  let cursor: Frame['cursor'] = { x: 0, y: 0 };
  let isOpen = true;
  const draw = (picture: string) => {
    if (!isOpen) return;
    const lines = picture === '' ? [] : picture.split('\n');
    writer.draw({ lines, cursor: lines.length === 0 ? { x: 0, y: 0 } : cursor });
    for (const resolve of waiting) setImmediate(resolve);
    waiting.clear();
  };
  const onCursor = (next: Frame['cursor']) => {
    cursor = next;
  };
  const instance = render(<LiveArea store={store} onCursor={onCursor} />, {
    stdin,
    stdout: frameStream(store, draw),
    patchConsole: false,
    exitOnCtrlC: false,
    // Ink writes each frame as plain lines. Otherwise it erases and writes the whole frame at each key.
    debug: true,
  });
  return {
    write: (text) => writer.above(text),
    painted: () => new Promise<void>((resolve) => waiting.add(resolve)),
    failed: instance.waitUntilExit().then(() => new Promise<never>(() => {})),
    close() {
      if (!isOpen) return;
      isOpen = false;
      instance.unmount();
    },
  };
}

/** Creates the stream that Ink writes frames to. Ink gets no resize events, because the state has the size. */
function frameStream(store: Store<ReplState>, draw: (picture: string) => void): NodeJS.WriteStream {
  const stream = {
    isTTY: true,
    writable: true,
    get columns() {
      return store.get().columns;
    },
    get rows() {
      return store.get().rows;
    },
    write: (picture: string) => {
      draw(picture);
      return true;
    },
    on: () => stream,
    off: () => stream,
  };
  return stream as unknown as NodeJS.WriteStream; // Ink uses no other members
}
