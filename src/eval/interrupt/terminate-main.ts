import { type Debugger, Session } from 'node:inspector';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { isOurs } from '../errors/own-code.js';
import { ENDING } from './interrupted.js';

/** How long a thread can continue after a native call (`execSync`) before it is checked. */
const SETTLE_MS = 100;

interface Termination {
  /** Returns whether to terminate. Called again at the last moment, because the code may have ended by itself. */
  isWanted(): boolean;
  /** Called before a termination, while the main thread is paused. */
  onEnd(): void;
}

/**
 * Terminates the code that the main thread executes, from a worker. `Runtime.terminateExecution` alone is a trap: if
 * the loop has just ended by itself, it kills the code that runs next. So the thread is paused first. It is terminated
 * only if that is still wanted and the paused stack contains code that is neither Node's nor this package's. An idle
 * thread pauses in a callback of Node or of this package, and is resumed.
 */
export async function terminateMainThread({ isWanted, onEnd }: Termination): Promise<void> {
  const session = new Session();
  session.connectToMainThread();
  try {
    const urls = new Map<string, string>();
    session.on('Debugger.scriptParsed', ({ params }) => urls.set(params.scriptId, params.url));
    const pause = (method: 'Debugger.pause' | 'Debugger.stepOut') =>
      new Promise<Debugger.CallFrame[]>((resolve, reject) => {
        session.once('Debugger.paused', ({ params }) => resolve(params.callFrames));
        post(session, method).catch(reject);
      });
    const urlOf = (frame: Debugger.CallFrame) => urls.get(frame.location.scriptId) ?? '';
    await post(session, 'Debugger.enable'); // resolves after a native call, which cannot be terminated
    // A loop that awaits may pause between two parts of its code. Then the next pause finds it.
    for (let isEnded = false; !isEnded; ) {
      await wait(SETTLE_MS);
      if (!isWanted()) break;
      let frames = await pause('Debugger.pause');
      while (isInPromiseHook(frames, urlOf)) frames = await pause('Debugger.stepOut');
      isEnded = isWanted() && frames.some((frame) => isUsers(urlOf(frame))) && (await letCallersGo(session, frames));
      if (isEnded) {
        onEnd();
        session.post('Runtime.terminateExecution'); // completes after the resume
      }
      await post(session, 'Debugger.resume');
    }
    await post(session, 'Debugger.disable');
  } finally {
    session.disconnect();
  }
}

/**
 * Whether the user's code called one of Node's hooks that track async contexts. V8 ends a termination there, and reports
 * it as an uncaught error that no code can read without a crash.
 */
function isInPromiseHook(frames: readonly Debugger.CallFrame[], urlOf: (frame: Debugger.CallFrame) => string): boolean {
  const user = frames.findIndex((frame) => isUsers(urlOf(frame)));
  return frames.slice(0, Math.max(user, 0)).some((frame) => urlOf(frame) === 'node:internal/async_hooks');
}

function isUsers(url: string): boolean {
  if (url.startsWith('node:')) return false;
  return !(url.startsWith('file:') && isOurs(fileURLToPath(url)));
}

/**
 * Prepares Node for the termination. No `finally` runs in a terminated stack, not even in Node's own callers of
 * callbacks. They would leave entries on the stack of async contexts, for which Node aborts the process. So the stack
 * is emptied, as Node does after an uncaught error. The queue of immediates skips the terminated one, because the
 * immediates after it, such as those that draw the screen, would be lost. Returns false if Node does not allow this
 * because other code captures all uncaught errors. Then nothing may be terminated.
 */
async function letCallersGo(session: Session, frames: readonly Debugger.CallFrame[]): Promise<boolean> {
  // Emitted while the contexts still belong to the terminated code.
  await post(session, 'Runtime.evaluate', { expression: `process.emit(${JSON.stringify(ENDING)})` });
  const emptied = await post<{ exceptionDetails?: unknown }>(session, 'Runtime.evaluate', {
    expression: EMPTY_CONTEXTS,
  });
  const loop = frames.findLast(({ functionName }) => functionName === 'processImmediate');
  if (loop) {
    const { callFrameId } = loop;
    await post(session, 'Debugger.evaluateOnCallFrame', { callFrameId, expression: NEXT_IMMEDIATE });
  }
  return emptied.exceptionDetails === undefined;
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

function post<Answer = object>(session: Session, method: string, params: object = {}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    session.post(method, params, (error, answer) => (error ? reject(error) : resolve(answer as Answer)));
  });
}
