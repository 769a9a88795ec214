import { inspect } from 'node:util';
import { attempt, limitedWork } from '../util/index.js';
import { cleanExceptColours } from './clean.js';
import { DataTable } from './data-table.js';
import { showHtml } from './html/index.js';
import { limited, SCREEN_MS, WHOLE_MS } from './limits/guard.js';
import { MAX_ROWS, rowsOf } from './rows.js';
import { Sheet } from './sheet.js';
import { showText } from './text.js';

/** A value by MIME type, in the formats that a notebook can show. */
export type MimeBundle = Readonly<Record<string, unknown>>;

/** Values can define their own formats in a method with this name. */
const DISPLAY = Symbol.for('Jupyter.display');

/** Content in a format that the user chose, such as HTML, and its description as text. */
export class MimeContent {
  constructor(
    readonly text: string,
    readonly bundle: MimeBundle,
  ) {}
  [DISPLAY](): MimeBundle {
    return { ...this.bundle, 'text/plain': this.text };
  }
  [inspect.custom](): string {
    return this.text;
  }
}

const WIDTH = 100;
/** On a terminal, columns are hard to read if the rows are longer than the screen. */
const TERMINAL = 80;

/** Returns a value as text and, if possible, in richer formats. */
export function mimeBundle(value: unknown): MimeBundle | Promise<MimeBundle> {
  const rich = richly(value, () => showHtml(value));
  const hasColumns = richly(
    value,
    () => value instanceof Sheet || value instanceof DataTable || rowsOf(value) !== undefined,
  );
  const plain = {
    'text/plain': showText(value, { columns: hasColumns ? TERMINAL : WIDTH, foldsEmpty: true, maxRows: MAX_ROWS }),
    ...(rich !== undefined && { 'text/html': rich }),
  };
  const own = richly(
    value,
    () => typeof value === 'object' && value !== null && (value as Record<symbol, unknown>)[DISPLAY],
  );
  if (typeof own !== 'function') return plain;
  const bundle = limitedWork(() => own.call(value) as MimeBundle | Promise<MimeBundle>, SCREEN_MS);
  const together = (more: MimeBundle): MimeBundle => withoutAbsent({ ...plain, ...withCleanText(more ?? {}) });
  return bundle instanceof Promise ? bundle.then(together) : together(bundle);
}

/** Returns undefined if the code of the value throws or does not end: the text then says so. */
function richly<T>(value: unknown, show: () => T): T | undefined {
  return attempt(() => limited(value, show, WHOLE_MS));
}

/** A notebook may be read on a terminal, which shows the text format. */
function withCleanText(bundle: MimeBundle): MimeBundle {
  const text = bundle['text/plain'];
  return typeof text === 'string' ? { ...bundle, 'text/plain': cleanExceptColours(text) } : bundle;
}

/** A value can leave out a format with `undefined`, such as its text where the front end shows a widget. */
function withoutAbsent(bundle: MimeBundle): MimeBundle {
  return Object.fromEntries(Object.entries(bundle).filter(([, format]) => format !== undefined));
}
