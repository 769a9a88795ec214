import { paint } from '../show/index.js';
import { cut } from './view/fit.js';

const LINES = 2;

/** The opening lines: two at most, cut to the screen, the first one in bold. */
export function headerText(header: string, { columns, colour }: { columns: number; colour: boolean }): string {
  const { bold, dim } = paint(colour);
  const lines = header.split('\n').slice(0, LINES);
  return lines.map((line, index) => `${(index === 0 ? bold : dim)(cut(line, columns))}\n`).join('');
}
