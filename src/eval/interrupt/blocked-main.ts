import { execFileSync } from 'node:child_process';
import { closeSync, constants, openSync, writeSync } from 'node:fs';
import { attempt, childrenOlderThan, signalSyncCommand } from '../../util/index.js';

/** Without an answer for this long, the main thread is in a native function, and not in code that can be paused. */
const ANSWER_MS = 100;
/** How long a command may take to end after its signal. */
const SETTLE_MS = 300;
/** The command starts after the last turn of the event loop, which is known to this precision. */
const BEFORE_MS = 100;
/** The later Ctrl-C that ends the process is not one of a key that is held down. */
const AGAIN_MS = 500;

const AGAIN = 'The input does not answer Ctrl-C. Press it again to end Patchbay.';
const ENDED = 'Patchbay ended: the input waited in a call that cannot be stopped.';
/** Bracketed paste off, and the cursor visible. */
const RESTORED = '\x1b[?2004l\x1b[?25h';

/**
 * Handles an interrupt of a main thread that waits in a native function, such as `execSync` or the read of a pipe. First, the
 * command that it waits for gets the signal. If there is none, or it goes on, the process ends: at a second Ctrl-C, or at
 * once after a signal to end. What was recorded is in the file already.
 */
export class BlockedMain {
  readonly #isUsed: boolean;
  readonly #terminal: boolean;
  #askedMs: number | undefined;
  #signalledMs: number | undefined;
  #isLeaving = false;
  #hasSaid = false;

  constructor({ terminal, isUsed }: { terminal: boolean; isUsed: boolean }) {
    this.#terminal = terminal;
    this.#isUsed = isUsed;
  }

  /** The main thread was asked to pause. */
  asked(nowMs: number): void {
    this.#askedMs ??= nowMs;
  }

  answered(): void {
    this.#askedMs = undefined;
    this.#signalledMs = undefined;
    this.#isLeaving = false;
    this.#hasSaid = false;
  }

  /** The user has pressed Ctrl-C. */
  interrupted(nowMs: number): void {
    if (this.#signalledMs !== undefined && nowMs - this.#signalledMs >= AGAIN_MS) this.#isLeaving = true;
  }

  /** `sinceMs` is when the event loop turned last. */
  look({ nowMs, sinceMs, isEnding }: { nowMs: number; sinceMs: number; isEnding: boolean }): void {
    if (!this.#isUsed || this.#askedMs === undefined || nowMs - this.#askedMs < ANSWER_MS) return;
    if (this.#signalledMs === undefined) {
      this.#signalledMs = nowMs;
      const others = attempt(() => childrenOlderThan(nowMs - sinceMs + BEFORE_MS)) ?? [];
      attempt(() => signalSyncCommand(isEnding ? 'SIGTERM' : 'SIGINT', others, () => true));
    } else if (nowMs - this.#signalledMs >= SETTLE_MS) {
      if (isEnding || this.#isLeaving) this.#leave();
      else this.#sayOnce(AGAIN);
    }
  }

  /** Nothing but a signal that no code receives ends the process now. */
  #leave(): void {
    this.#hasSaid = false;
    this.#sayOnce(`${ENDED}${RESTORED}`);
    if (this.#terminal) attempt(() => execFileSync('sh', ['-c', 'stty sane < /dev/tty'], { stdio: 'ignore' }));
    process.kill(process.pid, 'SIGKILL');
  }

  #sayOnce(text: string): void {
    if (this.#hasSaid || !this.#terminal) return;
    this.#hasSaid = true;
    attempt(() => {
      const terminal = openSync('/dev/tty', constants.O_WRONLY | constants.O_NONBLOCK | constants.O_NOCTTY);
      writeSync(terminal, `\r\n${text}\r\n`);
      closeSync(terminal);
    });
  }
}
