import type { ReadStream } from 'node:tty';
import { render, useStdout } from 'ink';
import { useLayoutEffect } from 'react';
import type { ReplState } from '../state.js';
import type { Store } from '../store.js';
import { LiveArea } from './live-area.js';

/** The live area on the terminal, and the way to write above it. */
export interface Screen {
  /** Whole lines, above the live area. */
  write(text: string): void;
  /** Resolves when the last change of the state is on the screen. */
  painted(): Promise<void>;
  /** Rejects when a frame could not be drawn. Never resolves. */
  readonly failed: Promise<never>;
  close(): void;
}

type Write = (text: string) => void;

export function mountScreen(options: {
  store: Store<ReplState>;
  stdin: ReadStream;
  stdout: NodeJS.WriteStream;
}): Screen {
  let write: Write = (text) => options.stdout.write(text);
  const waiting = new Set<() => void>();
  const instance = render(<Root store={options.store} onWrite={(next) => (write = next)} />, {
    stdin: options.stdin,
    stdout: options.stdout,
    patchConsole: false,
    exitOnCtrlC: false,
    maxFps: 120,
    // 6.8.0 goes up one line too few when it redraws only what changed, and tears every frame of two lines or more.
    incrementalRendering: false,
    onRender: () => {
      for (const resolve of waiting) setImmediate(resolve);
      waiting.clear();
    },
  });
  return {
    write: (text) => {
      write(text);
      // Ink forgets where the cursor belongs when it writes above a frame that is still to come: one more frame tells it.
      options.store.set({});
    },
    painted: () => new Promise((resolve) => waiting.add(resolve)),
    failed: instance.waitUntilExit().then(() => new Promise<never>(() => {})),
    close: () => {
      instance.clear();
      instance.unmount();
    },
  };
}

/** Ink hands its way of writing above the live area only to components. */
function Root({ store, onWrite }: { readonly store: Store<ReplState>; readonly onWrite: (write: Write) => void }) {
  const { write } = useStdout();
  useLayoutEffect(() => onWrite(write), [write, onWrite]);
  return <LiveArea store={store} />;
}
