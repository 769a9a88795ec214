import type { ReadStream } from 'node:tty';
import type { Key } from './key.js';
import { KeyParser } from './parse.js';

/** After this long a lone ESC is the Escape key and not the start of a sequence. */
const ESCAPE_WAIT_MS = 50;
/** After this long the rest of a sequence comes no more. What was read of it is dropped: typed, it would only be noise. */
const SEQUENCE_WAIT_MS = 1000;
const PASTE_ON = '\x1b[?2004h';
const PASTE_OFF = '\x1b[?2004l';
const SHOW_CURSOR = '\x1b[?25h';

interface Keyboard {
  /** Takes bytes that somebody else read from the terminal. */
  hear(bytes: Uint8Array): void;
  /** Gives the terminal back as it was. Safe to call twice. */
  close(): void;
}

/** Raw mode, marked pastes, and the keys that come in; the terminal is given back however the process ends. */
export function openKeyboard(
  stdin: ReadStream,
  write: (text: string) => void,
  listen: {
    /** Called when bytes have come, before they are heard: whoever has earlier ones hands them to `hear`. */
    before: () => void;
    onKeys: (keys: readonly Key[]) => void;
    onEnd: () => void;
  },
): Keyboard {
  const parser = new KeyParser();
  let timer: NodeJS.Timeout | undefined;
  let lastLook: NodeJS.Immediate | undefined;
  const hear = (keys: readonly Key[]) => {
    if (keys.length > 0) listen.onKeys(keys);
  };
  const stopWaiting = () => {
    clearTimeout(timer);
    clearImmediate(lastLook);
  };
  const take = (bytes: Uint8Array) => {
    stopWaiting();
    hear(parser.push(bytes));
    const { expectsMore } = parser;
    if (expectsMore === 'no') return;
    timer = setTimeout(
      () => {
        // Where the thread was busy the rest may have come long ago: it is read before this turn ends.
        lastLook = setImmediate(() => hear(parser.flush()));
      },
      expectsMore === 'surely' ? SEQUENCE_WAIT_MS : ESCAPE_WAIT_MS,
    );
  };
  const onData = (bytes: Buffer) => {
    listen.before();
    take(bytes);
  };
  let isOpen = true;
  const close = () => {
    if (!isOpen) return;
    isOpen = false;
    stopWaiting();
    process.off('exit', close);
    stdin.off('data', onData).off('end', listen.onEnd);
    stdin.pause();
    stdin.setRawMode(false);
    write(PASTE_OFF + SHOW_CURSOR);
  };
  // Also reached from a crash: an uncaught error still ends in `exit`.
  process.on('exit', close);
  stdin.setRawMode(true);
  write(PASTE_ON);
  stdin.on('data', onData).on('end', listen.onEnd);
  stdin.resume();
  return { hear: take, close };
}
