import { attempt } from '../../util/index.js';
import { HELD, withInspector } from './inspector-session.js';
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

/** Asks V8 where a function begins. */
const locationOf = (called: Called): { file: string; line: number; column: number } | undefined =>
  withInspector(called, (send, session) => {
    const { result } = send('Runtime.evaluate', { expression: HELD }) as Evaluated;
    if (result?.objectId === undefined) return undefined;
    const { internalProperties = [] } = send('Runtime.getProperties', {
      objectId: result.objectId,
      ownProperties: true,
    }) as Properties;
    const place = internalProperties.find(({ name }) => name === '[[FunctionLocation]]')?.value?.value;
    if (!place) return undefined;
    let file: string | undefined;
    session.on('Debugger.scriptParsed', ({ params }) => {
      if (params.scriptId === place.scriptId) file = params.url;
    });
    send('Debugger.enable', {});
    send('Debugger.disable', {});
    return file ? { file, line: place.lineNumber + 1, column: place.columnNumber + 1 } : undefined;
  });

interface Evaluated {
  readonly result?: { readonly objectId?: string };
}

interface Properties {
  readonly internalProperties?: readonly {
    readonly name: string;
    readonly value?: { readonly value?: { scriptId: string; lineNumber: number; columnNumber: number } };
  }[];
}
