import { clean, paint, wrapped } from '../show/index.js';

/** Formats the header, with the first line in bold. Lines that are too long for the screen wrap. */
export function headerText(
  lines: readonly string[],
  { columns, colour }: { columns: number; colour: boolean },
): string {
  const { bold, dim } = paint(colour);
  return lines
    .flatMap((line, index) => wrapped(clean(line), columns).map(index === 0 ? bold : dim))
    .map((line) => `${line}\n`)
    .join('');
}
