import { Console } from 'node:console';
import { cleanExceptColours } from '../show/index.js';

/**
 * On a terminal, removes control sequences from the output of `console`, because names from the network may contain any
 * characters. Output to a pipe or file is unchanged, and so is what code writes directly to the streams. If both streams are the same, all output of `console` goes
 * there.
 */
export function cleanConsole(
  { stdout, stderr }: { stdout: NodeJS.WriteStream; stderr: NodeJS.WriteStream } = process,
  own: Console = console,
): void {
  if (stdout !== stderr && !stdout.isTTY && !stderr.isTTY) return;
  const through = (stream: NodeJS.WriteStream): NodeJS.WriteStream =>
    stream.isTTY
      ? Object.create(stream, {
          write: {
            value: (text: string, ...rest: []) => stream.write(cleanExceptColours(String(text)), ...rest),
          },
        })
      : stream;
  Object.assign(own, new Console({ stdout: through(stdout), stderr: through(stderr) }));
}
