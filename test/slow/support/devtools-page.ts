// biome-ignore lint/suspicious/noExplicitAny: the protocol has as many results as commands.
export type Answer = any;
/** Sends a command of the DevTools protocol to a page. */
export type Ask = (method: string, params: object) => Promise<Answer>;

const PATIENCE_MS = 60_000;

/** Evaluates an expression in the page. Promises are awaited. */
export async function evaluateWith<T>(ask: Ask, expression: string): Promise<T> {
  const { result, exceptionDetails } = await ask('Runtime.evaluate', {
    expression,
    awaitPromise: true,
    returnByValue: true,
  });
  if (exceptionDetails) throw new Error(`${expression}: ${exceptionDetails.exception?.description}`);
  return result.value;
}

/** Waits until the body of an arrow function is true in the page, also if the page loads another document. */
export async function untilWith(ask: Ask, test: string, purpose: string): Promise<void> {
  // The page repeats the test itself, because it knows its state at once.
  const held = await evaluateWith<boolean>(
    ask,
    `(async () => {
      const end = Date.now() + ${PATIENCE_MS};
      while (!(await (async () => ${test})().catch(() => false))) {
        if (Date.now() > end) return false;
        await new Promise((done) => setTimeout(done, 20));
      }
      return true;
    })()`,
  ).catch((error: Error) => {
    if (/context|navigated/.test(error.message)) return undefined;
    throw error;
  });
  if (held === undefined) return untilWith(ask, test, purpose);
  if (!held) throw new Error(`timed out while waiting for ${purpose}`);
}
