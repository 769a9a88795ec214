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
    const paused = new Promise<Debugger.CallFrame[]>((resolve) => {
      session.once('Debugger.paused', ({ params }) => resolve(params.callFrames));
    });
    await post(session, 'Debugger.enable'); // resolves after a native call, which cannot be terminated
    await wait(SETTLE_MS);
    if (!isWanted()) return;
    await post(session, 'Debugger.pause');
    const frames = await paused;
    const busy =
      isWanted() &&
      frames.some((frame) => isUsers(urls.get(frame.location.scriptId) ?? '')) &&
      (await letCallersGo(session, frames));
    if (busy) {
      onEnd();
      session.post('Runtime.terminateExecution'); // completes after the resume
    }
    await post(session, 'Debugger.resume');
    await post(session, 'Debugger.disable');
  } finally {
    session.disconnect();
  }
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
