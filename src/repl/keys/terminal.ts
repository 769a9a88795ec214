import type { ReadStream } from 'node:tty';
import type { Key } from './key.js';
import { KeyParser } from './parse.js';

/** After this long a lone ESC is the Escape key and not the start of a sequence. */
const ESCAPE_WAIT_MS = 50;
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
  const hear = (keys: readonly Key[]) => {
    if (keys.length > 0) listen.onKeys(keys);
  };
  const take = (bytes: Uint8Array) => {
    clearTimeout(timer);
    hear(parser.push(bytes));
    if (parser.isWaiting) timer = setTimeout(() => hear(parser.flush()), ESCAPE_WAIT_MS);
  };
  const onData = (bytes: Buffer) => {
    listen.before();
    take(bytes);
  };
  let isOpen = true;
  const close = () => {
    if (!isOpen) return;
    isOpen = false;
    clearTimeout(timer);
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
