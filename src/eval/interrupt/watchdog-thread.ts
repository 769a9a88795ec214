import { parentPort, workerData } from 'node:worker_threads';
import { BlockedMain } from './blocked-main.js';
import { watchEndSignals } from './end-signals.js';
import { TerminalBytes } from './terminal-bytes.js';
import { terminateMainThread } from './terminate-main.js';
import {
  BEAT,
  ENDED,
  HANDLED,
  READING,
  REQUESTED,
  requestInterrupt,
  type WatchdogMessage,
  type WatchdogSetup,
} from './watchdog-signal.js';

const LOOK_MS = 50;
/** Without a beat for this long, the main thread is busy and does not read the terminal, so this thread reads it. */
const STALL_MS = 200;
/** How long an interrupt may take to pass through the event loop before execution is terminated. */
const GRACE_MS = 400;
const CTRL_C = 0x03;
const NO_BYTES = new Uint8Array();

const { signal, terminal, endSignals, port } = workerData as WatchdogSetup;
const shared = new Int32Array(signal);
const tty = new TerminalBytes();
const isEnding = watchEndSignals(endSignals);
parentPort?.postMessage('ready');

let beat = 0;
let beatAt = performance.now();
let requested = 0;
let requestedAt = 0;
let ending = false;
/** Without a terminal and signals that end the program, the kernel ends the command itself. */
const blocked = new BlockedMain({ terminal, isUsed: terminal || endSignals.length > 0 });
/** The value of `HANDLED` when the main thread has handled all interrupt messages. */
let sent = 0;

setInterval(() => {
  const now = performance.now();
  const beatNow = Atomics.load(shared, BEAT);
  if (beatNow !== beat) beatAt = now;
  beat = beatNow;

  Atomics.store(shared, READING, 1);
  // The main thread may have resumed since and is about to read the terminal itself.
  const isBusy = now - beatAt >= STALL_MS && Atomics.load(shared, BEAT) === beat;
  const typed = terminal ? watchTerminal(isBusy) : NO_BYTES;

  // The listener of the signal runs when the event loop is free.
  if (isBusy && isEnding() && !isPending()) requestInterrupt(signal);
  const requestedNow = Atomics.load(shared, REQUESTED);
  if (requestedNow !== requested) {
    // Each ^C requests an interrupt, but several at once need only one message to the main thread.
    requested = requestedNow;
    blocked.interrupted(now);
    // A held-down ^C must not postpone the termination.
    if (!isPending()) requestedAt = now;
    send({ interrupt: true });
  }
  // Sent after the interrupt, which discards earlier bytes.
  if (typed.length > 0) send({ typed });
  Atomics.store(shared, READING, 0);
  if (isPending() && !ending && now - requestedAt >= GRACE_MS && now - beatAt >= GRACE_MS) void end();
  if (isPending()) blocked.look({ nowMs: now, sinceMs: beatAt, isEnding: isEnding() });
}, LOOK_MS);

const isPending = () => Atomics.load(shared, HANDLED) < sent;

function send(message: WatchdogMessage): void {
  if ('interrupt' in message) sent += 1;
  port.postMessage(message);
}

/** Terminates the running code. Repeated at the next check if the main thread has not handled the interrupt. */
async function end(): Promise<void> {
  ending = true;
  blocked.asked(performance.now());
  try {
    await terminateMainThread({
      isWanted: isPending,
      onAnswer: () => blocked.answered(),
      onEnd: () => Atomics.add(shared, ENDED, 1),
    });
  } catch {
    // Node was built without an inspector: inputs that wait can be interrupted, busy ones cannot.
  } finally {
    ending = false;
    requestedAt = performance.now();
  }
}

/** Returns the bytes that were typed after the last ^C. */
function watchTerminal(busy: boolean): Uint8Array {
  if (!busy) {
    tty.close();
    return NO_BYTES;
  }
  const bytes = tty.read();
  // A closed terminal interrupts too, because the user can no longer stop the input. The hang-up signal that waits in
  // the event loop ends the process once the loop is free.
  if (bytes === undefined ? !isPending() : bytes.includes(CTRL_C)) requestInterrupt(signal);
  return bytes?.slice(bytes.lastIndexOf(CTRL_C) + 1) ?? NO_BYTES;
}
