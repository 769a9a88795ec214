import { Console } from 'node:console';
import { clean, cleanExceptColours } from '../show/index.js';

/**
 * Removes control sequences from the output of `console` on a terminal, because names from the network may contain any
 * characters. Output to a pipe or file is unchanged, except for tables, which are for people. What code writes directly
 * to the streams is unchanged. If both streams are the same, all output of `console` goes there.
 */
export function cleanConsole(
  { stdout, stderr }: { stdout: NodeJS.WriteStream; stderr: NodeJS.WriteStream } = process,
  own: Console = console,
): void {
  let isTable = false;
  const through = (stream: NodeJS.WriteStream): NodeJS.WriteStream =>
    Object.create(stream, {
      write: {
        value: (text: string, ...rest: []) =>
          stream.write(stream.isTTY || isTable ? cleanExceptColours(String(text)) : text, ...rest),
      },
    });
  const cleaned = new Console({ stdout: through(stdout), stderr: through(stderr) });
  const table: Console['table'] = (...args) => {
    isTable = true;
    try {
      cleaned.table(...args);
    } finally {
      isTable = false;
    }
  };
  Object.assign(own, cleaned, { table });
}

/** Removes control sequences from warnings, which Node.js writes to the terminal by itself. */
export function cleanWarnings(from: Pick<NodeJS.Process, 'listeners' | 'off' | 'on'> = process): void {
  for (const print of from.listeners('warning')) {
    if (print.name !== 'onWarning') continue;
    from.off('warning', print);
    from.on('warning', function cleanWarning(warning) {
      print.call(process, cleanError(warning));
    });
  }
}

function cleanError(warning: Error): Error {
  if (!(warning instanceof Error)) return warning;
  const copy: Error & { detail?: string; code?: string } = new Error(clean(String(warning.message)));
  // The printer of Node.js reads these, and calls `toString`.
  for (const name of ['name', 'code', 'detail', 'stack'] as const) {
    const text: unknown = Reflect.get(warning, name);
    if (typeof text === 'string') copy[name] = clean(text);
  }
  return copy;
}
