import type { ReadStream } from 'node:tty';
import { render, useStdout } from 'ink';
import { useLayoutEffect } from 'react';
import type { ReplState, Store } from '../state.js';
import { type Drawn, eraseDrawn, NOTHING_DRAWN } from './layout.js';
import { LiveArea } from './live-area.js';
import type { OutputStream } from './output-stream.js';

/** The live area on the terminal, with a way to write above it. */
export interface Screen {
  /** Writes whole lines above the live area. */
  write(text: string): void;
  /** Resolves when the last change of the state is on the screen. */
  painted(): Promise<void>;
  /** Redraws the live area after the terminal was resized. */
  resize(size: { readonly columns: number; readonly rows: number }): void;
  /** Rejects if a frame cannot be drawn. It never resolves. */
  readonly failed: Promise<never>;
  close(): void;
}

type Write = (text: string) => void;

export function mountScreen(options: { store: Store<ReplState>; stdin: ReadStream; out: OutputStream }): Screen {
  const { store, stdin, out } = options;
  let write: Write = out.write;
  let drawn: Drawn = NOTHING_DRAWN;
  let held = '';
  let resizes = 0;
  const waiting = new Set<() => void>();
  const painted = () => new Promise<void>((resolve) => waiting.add(resolve));
  const hold = {
    onWrite: (next: Write) => {
      write = next;
    },
    onDrawn: (next: Drawn) => {
      drawn = next;
    },
  };
  const instance = render(<Root store={store} {...hold} />, {
    stdin,
    stdout: out.stream,
    patchConsole: false,
    exitOnCtrlC: false,
    maxFps: 120,
    // Ink 6.8.0 moves up one line too few in incremental mode, which corrupts every frame of two or more lines.
    incrementalRendering: false,
    onRender: () => {
      for (const resolve of waiting) setImmediate(resolve);
      waiting.clear();
    },
  });
  const above = (text: string) => {
    write(text);
    // Ink loses the cursor position when it writes above a frame that is not drawn yet. Another frame restores it.
    store.set({});
  };
  return {
    write: (text) => {
      if (out.isMuted) held += text;
      else above(text);
    },
    painted,
    async resize(size) {
      resizes += 1;
      const own = resizes;
      // First let Ink draw a frame of the new size to the muted stream, so that it has a correct frame to write.
      if (!out.isMuted) out.write(eraseDrawn(drawn, size.columns));
      out.mute();
      const done = painted();
      store.set(size);
      await done;
      if (own !== resizes) return;
      above(out.opening(held));
      held = '';
    },
    failed: instance.waitUntilExit().then(() => new Promise<never>(() => {})),
    close: () => {
      instance.clear();
      instance.unmount();
    },
  };
}

interface RootProps {
  readonly store: Store<ReplState>;
  readonly onWrite: (write: Write) => void;
  readonly onDrawn: (drawn: Drawn) => void;
}

/** Gives access to Ink's `write`, which only components can get. */
function Root({ store, onWrite, onDrawn }: RootProps) {
  const { write } = useStdout();
  useLayoutEffect(() => onWrite(write), [write, onWrite]);
  return <LiveArea store={store} onDrawn={onDrawn} />;
}
