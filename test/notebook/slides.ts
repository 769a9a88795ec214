import { type Cell, joined, type Output } from '../../src/kernel/run/notebook-file.js';

/** A slide or a slide below it, as nbconvert makes them from `metadata.slideshow`. */
export interface Slide {
  readonly cells: readonly Cell[];
  /** About how many lines it shows. */
  readonly lines: number;
}

/** The characters of a line of text on a slide. Code has no line breaks of its own: its lines are short by a law. */
const WIDTH = 100;

export function slidesOf(cells: readonly Cell[]): Slide[] {
  const slides: Cell[][] = [];
  for (const cell of cells) {
    const type = typeOf(cell);
    if (type === 'slide' || type === 'subslide') slides.push([cell]);
    else if (type === '-') slides.at(-1)?.push(cell);
    else if (type !== 'skip') throw new Error(`a cell has the slide type ${type}: ${joined(cell.source)}`);
  }
  return slides.map((slide) => ({ cells: slide, lines: slide.reduce((sum, cell) => sum + linesOf(cell), 0) }));
}

function typeOf({ metadata }: Cell): string | undefined {
  return (metadata as { slideshow?: { slide_type?: string } } | undefined)?.slideshow?.slide_type;
}

function linesOf({ cell_type, source, outputs = [] }: Cell): number {
  const lines = joined(source).split('\n');
  const shown = outputs.flatMap((output) => textOf(output).split('\n'));
  if (cell_type !== 'markdown') return lines.length + shown.length;
  return lines.reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / WIDTH)), 0);
}

const textOf = ({ text, data }: Output): string =>
  joined((text ?? (data as Record<string, string | string[]> | undefined)?.['text/plain'] ?? '') as string);
