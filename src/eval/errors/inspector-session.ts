import type { Session } from 'node:inspector';

/** A name that no code uses. The inspector can reach a value only through a global name. */
export const HELD = '__patchbay_held';

/** Sends a command to the inspector and returns its response. Each command is synchronous. */
type Send = (method: string, parameters: object) => unknown;

/** Runs `use` with a session of V8's inspector on this thread, in which the expression `HELD` is a value. */
export function withInspector<Result>(held: unknown, use: (send: Send, session: Session) => Result): Result {
  // Loaded on demand, because few inputs need it.
  const session = new (process.getBuiltinModule('node:inspector').Session)();
  session.connect();
  Object.defineProperty(globalThis, HELD, { value: held, configurable: true });
  try {
    return use((method, parameters) => sent(session, method, parameters), session);
  } finally {
    Reflect.deleteProperty(globalThis, HELD);
    session.disconnect();
  }
}

/** The domains of the inspector have types for each method. One signature for all of them is enough here. */
type Post = (method: string, parameters: object, done: (error: Error | null, answer?: unknown) => void) => void;

function sent(session: Session, method: string, parameters: object): unknown {
  let answer: unknown;
  (session.post.bind(session) as Post)(method, parameters, (_, result) => {
    answer = result;
  });
  return answer ?? {};
}
