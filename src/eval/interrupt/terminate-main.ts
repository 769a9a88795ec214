import { type Debugger, Session } from 'node:inspector';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { isOurs } from '../errors/own-code.js';
import { ENDING } from './ending.js';

/** A thread that was inside a native call (`execSync`) goes on by itself for so long before it is looked at. */
const SETTLE_MS = 100;

interface Termination {
  /** Asked again at the last moment: what was busy may have ended by itself. */
  isWanted(): boolean;
  /** Something is ended; the main thread executes nothing between this and the end. */
  onEnd(): void;
}

/**
 * Ends what the main thread executes, from a worker. `Runtime.terminateExecution`
 * alone is a trap: when the loop has just ended by itself, it kills whatever runs next. So the thread is paused first, and
 * terminated only if somebody still wants it then and the paused stack has code that is neither Node's nor this package's:
 * an idle thread pauses on entering a callback of Node's or of ours, and is let go.
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
    await post(session, 'Debugger.enable'); // answers after a native call, which cannot be ended
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
      session.post('Runtime.terminateExecution'); // answers after the resume
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
 * No `finally` runs in a terminated stack, not even in Node's own callers of callbacks. They would leave their entries
 * on the stack of asynchronous contexts, for which Node aborts the process; so it is emptied, as Node itself does when
 * an error escapes. And the immediates behind a terminated one would be lost, those that draw the screen among them.
 * False when Node does not let us (somebody else captures all errors): then nothing may be terminated.
 */
async function letCallersGo(session: Session, frames: readonly Debugger.CallFrame[]): Promise<boolean> {
  // While the contexts are still those of what is ended.
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

// The one public way to empty the stack: what Node does once somebody has taken an error. Taken here is nothing at all.
const EMPTY_CONTEXTS = `(() => {
  process.setUncaughtExceptionCaptureCallback(() => {});
  try {
    process._fatalException();
  } finally {
    process.setUncaughtExceptionCaptureCallback(null);
  }
})()`;

/** What the `finally` in Node's `processImmediate` does. */
const NEXT_IMMEDIATE = 'if (immediate._destroyed) outstandingQueue.head = immediate._idleNext';

function post<Answer = object>(session: Session, method: string, params: object = {}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    session.post(method, params, (error, answer) => (error ? reject(error) : resolve(answer as Answer)));
  });
}
