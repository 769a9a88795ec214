import type { CommandResult } from '../commands/index.js';
import { clean, cleanExceptColours } from '../show/index.js';
import { FINE } from './exit-codes.js';

export { cleanLine } from '../show/index.js';

// Commands write to the terminal only through these functions, which remove control sequences. Names and values come
// from recordings, services, skills and the network.

export function writeOut(text: string): void {
  process.stdout.write(clean(text));
}

/** Prints a line and returns the exit code for success. */
export function print(text: string): number {
  writeOut(`${text}\n`);
  return FINE;
}

export function writeErr(text: string): void {
  process.stderr.write(clean(text));
}

/** Replaces the last line of a terminal. An empty text clears it. Without a terminal, nothing is written. */
export function redrawErr(line: string): void {
  const { isTTY, columns = 80 } = process.stderr;
  if (isTTY) process.stderr.write(`\r${clean(line).slice(0, columns - 1)}\x1b[K`);
}

/** Writes values and errors that contain colours of the printer. */
export function writeShown(stream: NodeJS.WriteStream, text: string): void {
  stream.write(cleanExceptColours(text));
}

/** Prints what a command shows. */
export async function printShown(shown: CommandResult['shown']): Promise<void> {
  if (typeof shown === 'string') print(shown);
  else if (shown) {
    const [{ showText }, { helpWidth }] = await Promise.all([import('../show/index.js'), import('./help/wrapped.js')]);
    print(showText(shown, { columns: helpWidth() }));
  }
}
