import { DataTable, MimeContent, Progress } from '../show/index.js';
import type { ShowHere } from './public-types.js';

/** Shows values below the cell, from any line of the cell. */
export interface Display {
  (value: unknown, ...more: unknown[]): void | Promise<void>;
  /** Starts a progress bar that updates in place. Without a total, it shows only a count. */
  progress(label: string, total?: number): ProgressBar;
  /** Shows a list of objects, a page, or another list as a table, with these columns or all. */
  table(rows: object, columns?: readonly string[]): void | Promise<void>;
  /** Shows HTML as it is. Escape texts that you did not write yourself. */
  html(source: string): void | Promise<void>;
  /** Shows an SVG drawing. */
  svg(source: string): void | Promise<void>;
  /** Shows Markdown. */
  markdown(source: string): void | Promise<void>;
  /** Shows a PNG image: its bytes, or the bytes in base64. */
  png(image: Uint8Array | string): void | Promise<void>;
}

export interface ProgressBar {
  /** Adds to the number of finished items. Default: 1. */
  step(by?: number): void;
  /** Sets the number of finished items. */
  at(done: number): void;
}

const USAGE = 'display.progress(label, total?)';

function assertCount(value: unknown, what: string): void {
  if (typeof value !== 'number' || !Number.isFinite(value) || value < 0)
    throw new TypeError(`${what} must be a number, 0 or more`);
}

/** The minimum time between two updates. Faster updates are not visible and would overload the front end. */
const PAUSE_MS = 100;

interface Surroundings {
  readonly now?: () => number;
  /** Updates that are not drawn yet. The kernel draws them before a cell ends. */
  readonly waiting?: Set<() => void>;
}

export function createDisplay(show: ShowHere, { now = Date.now, waiting = new Set() }: Surroundings = {}): Display {
  let bars = 0;

  function progress(label: string, total?: number): ProgressBar {
    if (typeof label !== 'string') throw new TypeError(`${USAGE}: label must be a string, such as 'Reading'`);
    if (total !== undefined) assertCount(total, `${USAGE}: total`);
    const id = `patchbay-progress-${process.pid}-${++bars}`;
    let done = 0;
    let shownAt = Number.NEGATIVE_INFINITY;
    let isTaken = false;
    let later: NodeJS.Timeout | undefined;

    function draw(): void {
      clearTimeout(later);
      later = undefined;
      waiting.delete(draw);
      shownAt = now();
      void show(new Progress(label, done, total), { id, isTaken });
      isTaken = true;
    }

    function at(count: number): void {
      assertCount(count, 'progress.at(done): done');
      done = count;
      const wait = shownAt + PAUSE_MS - now();
      if (done === total || wait <= 0) draw();
      else {
        later ??= setTimeout(draw, wait);
        waiting.add(draw);
      }
    }

    draw();
    return {
      at,
      step(by = 1) {
        assertCount(by, 'progress.step(by?): by');
        at(done + by);
      },
    };
  }

  return Object.assign((...values: unknown[]) => showAll(values, show), { progress, ...formats(show) });
}

/** Shows each value after the one before it, which may be shown later. */
function showAll([value, ...more]: readonly unknown[], show: ShowHere): void | Promise<void> {
  const shown = show(value);
  if (more.length === 0) return shown;
  return shown instanceof Promise ? shown.then(() => showAll(more, show)) : showAll(more, show);
}

/** The functions that show a value in the format of their name. */
function formats(show: ShowHere): Pick<Display, 'table' | 'html' | 'svg' | 'markdown' | 'png'> {
  const text = (name: string, source: unknown): string => {
    if (typeof source === 'string') return source;
    throw new TypeError(`display.${name}(source): source must be a string`);
  };
  return {
    table(rows, columns) {
      const isList =
        columns === undefined || (Array.isArray(columns) && columns.every((one) => typeof one === 'string'));
      if (!isList) throw new TypeError("display.table(rows, columns?): columns must be a list, such as ['name', 'id']");
      return show(new DataTable(rows, columns));
    },
    html: (source) => show(new MimeContent('[HTML]', { 'text/html': text('html', source) })),
    svg: (source) => show(new MimeContent('[SVG drawing]', { 'image/svg+xml': text('svg', source) })),
    markdown: (source) => show(new MimeContent(text('markdown', source), { 'text/markdown': source })),
    png: (image) => show(new MimeContent('[PNG image]', { 'image/png': pngBase64(image) })),
  };
}

const PNG_SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47]);

function pngBase64(image: unknown): string {
  const bytes = typeof image === 'string' ? Buffer.from(image, 'base64') : image;
  if (!(bytes instanceof Uint8Array) || !PNG_SIGNATURE.equals(bytes.subarray(0, 4)))
    throw new TypeError('display.png(image): image must be the bytes of a PNG file, or these bytes in base64');
  return Buffer.from(bytes).toString('base64');
}
