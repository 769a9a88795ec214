import { type Debugger, Session } from 'node:inspector';
import { setTimeout as wait } from 'node:timers/promises';
import { LIMITED } from '../../util/index.js';
import { isUsersCode, NOT_OF_USERS } from '../errors/own-code.js';
import { ENDING } from './interrupted.js';

/** How long the thread may take to handle an interrupt before it is paused again. */
const SETTLE_MS = 100;
/**
 * How long one step of the debugger may take in the first attempt. It takes longer in a native function, in a loop
 * without a statement and on a slow computer.
 */
const STEP_MS = 100;
const MAX_STEPS = 50;
const MAX_FRAMES = 30;
/** The attempt that terminates a function which takes long where it is. */
const LAST_STEPPING_ATTEMPT = 3;
/** Each attempt with this number does not step: a callback may start itself again before the next statement. */
const DIRECT_ATTEMPT = 4;
/** Node's functions that V8 calls when a promise changes. */
const HOOKS: ReadonlySet<string> = new Set(['node:internal/async_hooks', 'node:internal/process/promises']);

interface Termination {
  /** Returns whether to terminate. Called again at the last moment, because the code may have ended by itself. */
  isWanted(): boolean;
  /** Called when the main thread answers. In a native function, such as that of `execSync`, it does not. */
  onAnswer?(): void;
  /** Called before a termination, while the main thread is paused. */
  onEnd(): void;
}

/**
 * Terminates the code that the main thread executes, from a worker. `Runtime.terminateExecution` alone is a trap: if
 * the loop has just ended by itself, it kills the code that runs next. So the thread is paused first. It is terminated
 * only if that is still wanted and the paused stack contains code that is neither Node's nor this package's. An idle
 * thread pauses in a callback of Node or of this package, and is resumed.
 */
export async function terminateMainThread({ isWanted, onAnswer, onEnd }: Termination): Promise<void> {
  const thread = new MainThread();
  try {
    // A native function cannot be terminated. The thread pauses when it returns.
    let frames = await thread.enableAndPause();
    onAnswer?.();
    // A loop that awaits may pause between two parts of its code. Then the next pause finds it.
    for (let attempt = 1; ; attempt++) {
      if (!thread.isLimited(frames) && (attempt > 1 || !thread.isInCommand(frames))) {
        const isDirect = attempt % DIRECT_ATTEMPT === 0;
        const { at, isReached } = isDirect
          ? { at: frames, isReached: false }
          : await thread.stepIntoUserCode(frames, STEP_MS * Math.min(attempt, LAST_STEPPING_ATTEMPT));
        const isPlace =
          !thread.isLimited(at) && (isReached || (attempt >= LAST_STEPPING_ATTEMPT && thread.canTerminate(at)));
        if (isPlace && isWanted() && (await thread.letCallersGo(at))) {
          onEnd();
          thread.terminate();
        }
      }
      await thread.resume();
      await wait(SETTLE_MS);
      if (!isWanted()) return;
      frames = await thread.pause();
    }
  } finally {
    thread.release();
  }
}

type Frames = readonly Debugger.CallFrame[];

/** The main thread, seen through the debugger of a worker. */
class MainThread {
  readonly #session = new Session();
  readonly #urls = new Map<string, string>();
  /** Whether the function at a place is an asynchronous generator. A loop of Node steps through the same ones. */
  readonly #generators = new Map<string, boolean>();
  #onPause: ((frames: Frames) => void) | undefined;

  constructor() {
    this.#session.connectToMainThread();
    this.#session.on('Debugger.scriptParsed', ({ params }) => this.#urls.set(params.scriptId, params.url));
    this.#session.on('Debugger.paused', ({ params }) => {
      // A late step, or a `debugger` statement: only this session could resume the thread.
      if (this.#onPause) this.#onPause(params.callFrames);
      else void this.resume().catch(() => {});
    });
  }

  /** Both commands run in one turn of the thread, so that no code runs between them. */
  async enableAndPause(): Promise<Frames> {
    const [, frames] = await Promise.all([this.#post('Debugger.enable'), this.pause()]);
    return frames;
  }

  pause(): Promise<Frames> {
    return new Promise((resolve, reject) => {
      this.#onPause = (frames) => {
        this.#onPause = undefined;
        resolve(frames);
      };
      this.#post('Debugger.pause').catch(reject);
    });
  }

  /** Whether the code runs within a time limit, which ends it soon. A termination would also end its caller. */
  isLimited(frames: Frames): boolean {
    return frames.some((frame) => this.#urlOf(frame).endsWith(LIMITED));
  }

  /** Whether the user's code called a function such as `execSync`, whose command handles the interrupt. */
  isInCommand(frames: Frames): boolean {
    const called = frames.slice(0, Math.max(frames.findIndex(this.#isUsers), 0));
    return called.some((frame) => /^node:(internal\/)?child_process$/.test(this.#urlOf(frame)));
  }

  /**
   * Steps to the next statement of the user's code, where V8 then throws the termination. After a pause, V8 would throw
   * it at the next call. That may be one of the hooks through which Node tracks promises: the termination of a hook ends
   * with the hook, and V8 accepts no second one. Node's own functions return first, so that their state stays complete.
   */
  async stepIntoUserCode(paused: Frames, stepMs: number): Promise<{ at: Frames; isReached: boolean }> {
    let at = paused;
    for (let step = 0; step < MAX_STEPS; step++) {
      const depth = at.findIndex(this.#isUsers);
      if (step > 0 && depth === 0) return { at, isReached: true };
      if (depth !== 0 && (await this.#isAsyncGenerator(at[0]))) break;
      // A loop that awaits leaves the user's code for a moment.
      const next = await this.#step(depth > 0 ? 'stepOut' : depth < 0 && step > 0 ? 'stepOver' : 'stepInto', stepMs);
      if (!next) {
        const paused = await this.pause();
        return { at: paused, isReached: depth === 0 && isSamePlace(paused, at) };
      }
      at = next;
    }
    return { at, isReached: false };
  }

  /** Whether steps skip the code of Node and of this package. A pause must not skip it: an idle thread pauses there. */
  async #skip(isSkipped: boolean): Promise<void> {
    await this.#post('Debugger.setBlackboxPatterns', { patterns: isSkipped ? NOT_OF_USERS : [] });
  }

  /**
   * Returns undefined if the step takes long. It skips the code of Node and of this package, and so its asynchronous generators,
   * see `#isAsyncGenerator`. A step over does not, because the next code may be the callback of a promise.
   */
  async #step(name: 'stepInto' | 'stepOut' | 'stepOver', stepMs: number): Promise<Frames | undefined> {
    if (name !== 'stepOver') await this.#skip(true);
    const paused = new Promise<Frames>((resolve) => {
      this.#onPause = resolve;
    });
    await this.#post(`Debugger.${name}`);
    const frames = await Promise.race([paused, wait(stepMs, undefined)]);
    this.#onPause = undefined;
    if (name !== 'stepOver') await this.#skip(false);
    return frames;
  }

  /**
   * Whether the function is an asynchronous generator of Node, such as the iterator of a stream. V8 of Node.js 20 aborts
   * the process when a step leaves one.
   */
  async #isAsyncGenerator(frame: Debugger.CallFrame | undefined): Promise<boolean> {
    const { scriptId, lineNumber, columnNumber } = frame?.functionLocation ?? {};
    if (scriptId === undefined || lineNumber === undefined) return false;
    const key = `${scriptId}:${lineNumber}:${columnNumber}`;
    const known = this.#generators.get(key);
    if (known !== undefined) return known;
    const { scriptSource } = await this.#post<Debugger.GetScriptSourceReturnType>('Debugger.getScriptSource', {
      scriptId,
    });
    const before = scriptSource.split('\n')[lineNumber]?.slice(0, columnNumber) ?? '';
    const isGenerator = /\basync\b[^()]*\*[^()]*$/.test(before);
    this.#generators.set(key, isGenerator);
    return isGenerator;
  }

  /** Whether a termination at this place would end the user's code. */
  canTerminate(frames: Frames): boolean {
    const user = frames.findIndex(this.#isUsers);
    return user >= 0 && !frames.slice(0, user).some((frame) => HOOKS.has(this.#urlOf(frame)));
  }

  /**
   * Prepares Node for the termination. No `finally` runs in a terminated stack, not even in Node's own callers of
   * callbacks. They would leave entries on the stack of async contexts, for which Node aborts the process. So the stack
   * is emptied, as Node does after an uncaught error. The queue of immediates skips the terminated one, because the
   * immediates after it, such as those that draw the screen, would be lost. Returns false if Node does not allow this
   * because other code captures all uncaught errors. Then nothing may be terminated.
   */
  async letCallersGo(frames: Frames): Promise<boolean> {
    // Emitted while the contexts still belong to the terminated code.
    const [name, stack] = [ENDING, this.#stackOf(frames)].map((text) => JSON.stringify(text));
    await this.#post('Runtime.evaluate', { expression: `process.emit(${name}, ${stack})` });
    const emptied = await this.#post<{ exceptionDetails?: unknown }>('Runtime.evaluate', {
      expression: EMPTY_CONTEXTS,
    });
    const loop = frames.findLast(({ functionName }) => functionName === 'processImmediate');
    if (loop) {
      const { callFrameId } = loop;
      await this.#post('Debugger.evaluateOnCallFrame', { callFrameId, expression: NEXT_IMMEDIATE });
    }
    return emptied.exceptionDetails === undefined;
  }

  /** The stack as that of an error. Only its innermost frames, because a recursive function has very many. */
  #stackOf(frames: Frames): string {
    const lines = frames.slice(0, MAX_FRAMES).map((frame) => {
      const { functionName, location } = frame;
      const place = `${this.#urlOf(frame)}:${location.lineNumber + 1}:${(location.columnNumber ?? 0) + 1}`;
      return `    at ${functionName === '' ? place : `${functionName} (${place})`}`;
    });
    return lines.join('\n');
  }

  terminate(): void {
    this.#session.post('Runtime.terminateExecution'); // completes after the resume
  }

  async resume(): Promise<void> {
    await this.#post('Debugger.resume');
  }

  /** Resumes a paused thread too. */
  release(): void {
    this.#session.disconnect();
  }

  #isUsers = (frame: Debugger.CallFrame): boolean => isUsersCode(this.#urlOf(frame));

  #urlOf = ({ location }: Debugger.CallFrame): string => this.#urls.get(location.scriptId) ?? '';

  #post<Answer = object>(method: string, params: object = {}): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.#session.post(method, params, (error, answer) => (error ? reject(error) : resolve(answer as Answer)));
    });
  }
}

function isSamePlace(frames: Frames, others: Frames): boolean {
  const [one, other] = [frames[0]?.location, others[0]?.location];
  return (
    frames.length === others.length &&
    one?.scriptId === other?.scriptId &&
    one?.lineNumber === other?.lineNumber &&
    one?.columnNumber === other?.columnNumber
  );
}

// The only public way to empty the stack: Node empties it after a callback has captured an error. Here there is nothing
// to capture.
const EMPTY_CONTEXTS = `(() => {
  process.setUncaughtExceptionCaptureCallback(() => {});
  try {
    process._fatalException();
  } finally {
    process.setUncaughtExceptionCaptureCallback(null);
  }
})()`;

/** Does the work of the `finally` in Node's `processImmediate`. */
const NEXT_IMMEDIATE = 'if (immediate._destroyed) outstandingQueue.head = immediate._idleNext';
