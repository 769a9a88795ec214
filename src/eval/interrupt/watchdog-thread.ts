import { workerData } from 'node:worker_threads';
import { TerminalBytes } from './terminal-bytes.js';
import { terminateMainThread } from './terminate-main.js';
import {
  ASKED,
  BEAT,
  ENDED,
  HEARD,
  READING,
  requestInterrupt,
  type WatchdogMessage,
  type WatchdogSetup,
} from './watchdog-signal.js';

const LOOK_MS = 50;
/** So long without a beat is busy: the terminal is read here, as the main thread does not. */
const STALL_MS = 200;
/** How long an interrupt may take to get through the event loop before execution is terminated. */
const GRACE_MS = 400;
const CTRL_C = 0x03;
const NOTHING = new Uint8Array();

const { signal, terminal, port } = workerData as WatchdogSetup;
const shared = new Int32Array(signal);
const tty = new TerminalBytes();

let beat = 0;
let beatAt = performance.now();
let asked = 0;
let askedAt = 0;
let ending = false;
/** What `HEARD` will be once the main thread has acted on all it was told. */
let told = 0;

setInterval(() => {
  const now = performance.now();
  const beatNow = Atomics.load(shared, BEAT);
  if (beatNow !== beat) beatAt = now;
  beat = beatNow;

  Atomics.store(shared, READING, 1);
  // The main thread may have woken up since: it is about to read by itself.
  const isBusy = now - beatAt >= STALL_MS && Atomics.load(shared, BEAT) === beat;
  const typed = terminal ? watchTerminal(isBusy) : NOTHING;

  const askedNow = Atomics.load(shared, ASKED);
  if (askedNow !== asked) {
    // Several ^C in a row are one interrupt each, but the main thread needs to hear of them only once.
    asked = askedNow;
    // Somebody who holds the keys down must not put off the end.
    if (!isUnheard()) askedAt = now;
    tell({ interrupt: true });
  }
  // Behind the interrupt, which gives up what was typed before it.
  if (typed.length > 0) tell({ typed });
  Atomics.store(shared, READING, 0);
  if (isUnheard() && !ending && now - askedAt >= GRACE_MS && now - beatAt >= GRACE_MS) void end();
}, LOOK_MS);

const isUnheard = () => Atomics.load(shared, HEARD) < told;

function tell(message: WatchdogMessage): void {
  if ('interrupt' in message) told += 1;
  port.postMessage(message);
}

/** Tried again at the next look, as long as the message has not been heard. */
async function end(): Promise<void> {
  ending = true;
  try {
    await terminateMainThread({ isWanted: isUnheard, onEnd: () => Atomics.add(shared, ENDED, 1) });
  } catch {
    // Node was built without an inspector: inputs that wait can still be interrupted, busy ones cannot.
  } finally {
    ending = false;
    askedAt = performance.now();
  }
}

/** Answers what was typed, from the last ^C on. */
function watchTerminal(busy: boolean): Uint8Array {
  if (!busy) {
    tty.close();
    return NOTHING;
  }
  const bytes = tty.read();
  // Nobody is left to stop it. The hang-up signal that waits in the event loop ends the process once the loop is free.
  if (bytes === undefined ? !isUnheard() : bytes.includes(CTRL_C)) requestInterrupt(signal);
  return bytes?.slice(bytes.lastIndexOf(CTRL_C) + 1) ?? NOTHING;
}
