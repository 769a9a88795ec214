import { clean, paint, wrapped } from '../show/index.js';

/** The opening lines, the first one in bold; on a screen that is too narrow for a line they take more. */
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
