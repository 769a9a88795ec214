import { type Debugger, Session } from 'node:inspector';

/**
 * Ends what the main thread executes, from a worker. `Runtime.terminateExecution` alone is a trap: when the loop has just
 * ended by itself, it kills whatever runs next. So the thread is paused first, and terminated only if the paused stack
 * has code that is not Node's own: an idle thread pauses on entering Node's timers or callbacks, and is let go.
 */
export async function terminateMainThread(): Promise<boolean> {
  const session = new Session();
  session.connectToMainThread();
  try {
    const nodeScripts = new Set<string>();
    session.on('Debugger.scriptParsed', ({ params }) => {
      if (params.url.startsWith('node:')) nodeScripts.add(params.scriptId);
    });
    const paused = new Promise<Debugger.CallFrame[]>((resolve) => {
      session.once('Debugger.paused', ({ params }) => resolve(params.callFrames));
    });
    await post(session, 'Debugger.enable');
    await post(session, 'Debugger.pause');
    const frames = await paused;
    const busy = frames.some(({ location }) => !nodeScripts.has(location.scriptId));
    if (busy) session.post('Runtime.terminateExecution'); // answers after the resume
    await post(session, 'Debugger.resume');
    await post(session, 'Debugger.disable');
    return busy;
  } finally {
    session.disconnect();
  }
}

function post(session: Session, method: string): Promise<void> {
  return new Promise((resolve, reject) => {
    session.post(method, (error) => (error ? reject(error) : resolve()));
  });
}
