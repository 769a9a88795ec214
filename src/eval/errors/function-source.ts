import type { Session } from 'node:inspector';
import { attempt } from '../../util/index.js';
import { placeOf } from './stack.js';

type Called = (...args: never[]) => unknown;

export interface FunctionSource {
  /** The text of the function, without types. Undefined for native code. */
  readonly text: string | undefined;
  /** Such as `input-3` or `file:///work/story.ts`. */
  readonly file?: string;
  readonly line?: number;
  /** All of the input that defined the function, as the user typed it. */
  readonly input?: string;
}

const NATIVE = /\{\s*\[native code\]\s*\}\s*$/;

/** Returns the text of a function and its place. Runs no code of the function. */
export function functionSource(called: object): FunctionSource {
  const written = attempt(() => Function.prototype.toString.call(called));
  const text = written === undefined || NATIVE.test(written) ? undefined : written;
  // A proxy and a bound function have no place.
  const found = attempt(() => locationOf(called as Called));
  return { text, ...(found && placeOf(found)) };
}

/** A name that no code uses. The inspector can reach a value only through a global name. */
const HELD = '__patchbay_function';

/** Asks V8 where a function begins. Each step of the inspector is synchronous. */
function locationOf(called: Called): { file: string; line: number; column: number } | undefined {
  // Loaded on demand, because few inputs need it.
  const session = new (process.getBuiltinModule('node:inspector').Session)();
  session.connect();
  Object.defineProperty(globalThis, HELD, { value: called, configurable: true });
  try {
    const { result } = asked(session, 'Runtime.evaluate', { expression: HELD }) as Evaluated;
    if (result?.objectId === undefined) return undefined;
    const { internalProperties = [] } = asked(session, 'Runtime.getProperties', {
      objectId: result.objectId,
      ownProperties: true,
    }) as Properties;
    const place = internalProperties.find(({ name }) => name === '[[FunctionLocation]]')?.value?.value;
    const file = place && urlOf(session, place.scriptId);
    return file ? { file, line: place.lineNumber + 1, column: place.columnNumber + 1 } : undefined;
  } finally {
    Reflect.deleteProperty(globalThis, HELD);
    session.disconnect();
  }
}

interface Evaluated {
  readonly result?: { readonly objectId?: string };
}

interface Properties {
  readonly internalProperties?: readonly {
    readonly name: string;
    readonly value?: { readonly value?: { scriptId: string; lineNumber: number; columnNumber: number } };
  }[];
}

/** The domains of the inspector have types for each method. One signature for all of them is enough here. */
type Post = (method: string, parameters: object, done: (error: Error | null, answer?: unknown) => void) => void;

function asked(session: Session, method: string, parameters: object): unknown {
  let answer: unknown;
  (session.post.bind(session) as Post)(method, parameters, (_, result) => {
    answer = result;
  });
  return answer ?? {};
}

function urlOf(session: Session, scriptId: string): string | undefined {
  let url: string | undefined;
  session.on('Debugger.scriptParsed', ({ params }) => {
    if (params.scriptId === scriptId) url = params.url;
  });
  asked(session, 'Debugger.enable', {});
  asked(session, 'Debugger.disable', {});
  return url;
}
