import { clean, cleanExceptColours } from '../show/index.js';

export { cleanLine } from '../show/index.js';

// The one way from a command to the terminal. Names and values come from recordings, services, skills and the network:
// no command writes to the streams itself.

export function writeOut(text: string): void {
  process.stdout.write(clean(text));
}

export function writeErr(text: string): void {
  process.stderr.write(clean(text));
}

/** For values and errors that were shown in colours. */
export function writeShown(stream: NodeJS.WriteStream, text: string): void {
  stream.write(cleanExceptColours(text));
}
