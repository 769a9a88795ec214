import { Console } from 'node:console';
import { cleanExceptColours } from '../show/index.js';

/**
 * On a terminal nothing of what `console` prints drives it: a name from the wire may hold anything. Into a pipe or a file
 * it goes as it is, and so does what the code writes to the streams itself.
 */
export function cleanConsole(
  { stdout, stderr }: { stdout: NodeJS.WriteStream; stderr: NodeJS.WriteStream } = process,
  own: Console = console,
): void {
  if (!stdout.isTTY && !stderr.isTTY) return;
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
