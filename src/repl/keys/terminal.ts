import type { ReadStream } from 'node:tty';
import type { Key } from './key.js';
import { KeyParser } from './parse.js';

/** After this time, a lone ESC is the Escape key and not the start of a sequence. */
const ESCAPE_WAIT_MS = 50;
/** After this time, an incomplete sequence is dropped: inserted as text, it would only be noise. */
const SEQUENCE_WAIT_MS = 1000;
const PASTE_ON = '\x1b[?2004h';
const PASTE_OFF = '\x1b[?2004l';
const SHOW_CURSOR = '\x1b[?25h';

interface Keyboard {
  receive(bytes: Uint8Array): void;
  /** Restores the terminal for another program, and reads no keys until `take`. */
  release(): void;
  /** Takes the terminal back. Another program may have changed its mode. */
  take(): void;
  /** Takes back what an input has changed: the mode, the listeners, and whether the terminal is read. */
  keep(): void;
  /** Restores the terminal. It is safe to call this twice. */
  close(): void;
}

/** Enables raw mode and bracketed paste. Restores the terminal when the process ends, even after a crash. */
export function openKeyboard(
  stdin: ReadStream,
  write: (text: string) => void,
  listen: {
    /** Called when bytes arrive, before they are parsed, so that the caller can pass earlier bytes to `receive`. */
    before: () => void;
    onKeys: (keys: readonly Key[]) => void;
    onEnd: () => void;
  },
): Keyboard {
  const parser = new KeyParser();
  let timer: NodeJS.Timeout | undefined;
  let lastLook: NodeJS.Immediate | undefined;
  const emit = (keys: readonly Key[]) => {
    if (keys.length > 0) listen.onKeys(keys);
  };
  const stopWaiting = () => {
    clearTimeout(timer);
    clearImmediate(lastLook);
  };
  const receive = (bytes: Uint8Array) => {
    stopWaiting();
    emit(parser.push(bytes));
    const { expectsMore } = parser;
    if (expectsMore === 'no') return;
    timer = setTimeout(
      () => {
        // If the thread was busy, the rest may already be available. It is read before this callback runs.
        lastLook = setImmediate(() => emit(parser.flush()));
      },
      expectsMore === 'surely' ? SEQUENCE_WAIT_MS : ESCAPE_WAIT_MS,
    );
  };
  // An input may have set an encoding.
  const onData = (bytes: Buffer | string) => {
    listen.before();
    receive(Buffer.from(bytes as string));
  };
  let isTaken = false;
  const release = () => {
    isTaken = false;
    stopWaiting();
    stdin.pause();
    stdin.setRawMode(false);
    write(PASTE_OFF + SHOW_CURSOR);
  };
  const takeTerminal = () => {
    // Node does not set a mode that it believes to be set.
    stdin.setRawMode(false);
    stdin.setRawMode(true);
    write(PASTE_ON);
    stdin.resume();
    isTaken = true;
  };
  const keep = () => {
    if (!isTaken) return;
    if (!stdin.listeners('data').includes(onData)) stdin.on('data', onData);
    if (!stdin.listeners('pause').includes(onPause)) stdin.on('pause', onPause);
    stdin.ref();
    if (!stdin.isRaw) stdin.setRawMode(true);
    if (stdin.isPaused()) stdin.resume();
  };
  // Code that closes an interface of `readline` pauses the terminal. Nothing would read Ctrl-C then, and without other
  // work, Node.js would end the process.
  const onPause = () => {
    if (isTaken) setImmediate(keep);
  };
  let isOpen = true;
  const close = () => {
    if (!isOpen) return;
    isOpen = false;
    process.off('exit', close);
    stdin.off('data', onData).off('end', listen.onEnd).off('pause', onPause);
    release();
  };
  // Also runs after a crash, because an uncaught error ends with an `exit` event.
  process.on('exit', close);
  stdin.on('data', onData).on('end', listen.onEnd).on('pause', onPause);
  takeTerminal();
  return { receive, keep, release, take: takeTerminal, close };
}
