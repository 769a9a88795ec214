import { inspect, types } from 'node:util';
import { rowsOf } from './rows.js';

/** A part of a long list or text, from a position on. */
export class Part {
  constructor(
    readonly value: unknown,
    readonly from: number,
  ) {}
  [inspect.custom](): unknown {
    return partIn(this.value, extentOf(this.value, this.from));
  }
}

export interface Extent {
  readonly unit: 'row' | 'item' | 'character';
  readonly from: number;
  readonly to: number;
  readonly size: number;
}

const MAX_ROWS = 20;
/** A few more rows are shown too, because a command for them would be more work than reading them. */
const FEW_ROWS = 5;
const MAX_ITEMS = 100;
/** Rows of a screen. A line of a text takes several if it is longer than one. */
const MAX_ROWS_OF_TEXT = 80;
const ROW = 80;

/** Returns how much of a list or text fits one screen. Undefined for other values. */
export function extentOf(value: unknown, from = 0): Extent | undefined {
  if (typeof value === 'string')
    return { unit: 'character', from, to: from + startOf(value.slice(from)).length, size: value.length };
  const items = rowsOf(value)?.items;
  if (items) {
    const end = from + MAX_ROWS;
    const size = items.length;
    return { unit: 'row', from, to: size <= end + FEW_ROWS ? size : end, size };
  }
  if (!Array.isArray(value) || types.isProxy(value)) return undefined;
  const max = value.slice(from, from + MAX_ITEMS).some((one) => typeof one === 'object' && one !== null)
    ? MAX_ROWS
    : MAX_ITEMS;
  return { unit: 'item', from, to: Math.min(from + max, value.length), size: value.length };
}

/** Returns the part of a list or text that an extent describes. Runs no getter of a list. */
export function partIn(value: unknown, extent: Extent | undefined): unknown {
  if (extent === undefined) return value;
  const { from, to } = extent;
  if (typeof value === 'string') return value.slice(from, to);
  const list = rowsOf(value)?.items ?? value;
  return Array.from({ length: to - from }, (_, index) => Object.getOwnPropertyDescriptor(list, from + index)?.value);
}

/** `rows 21–40 of 50 · .more shows the next` */
export function extentText({ unit, from, to, size }: Extent, hasMore = to < size): string {
  const [first, last, all] = [from + 1, to, size].map((count) => count.toLocaleString('en'));
  return `${unit}s ${first}–${last} of ${all}${hasMore ? ' · .more shows the next, .page shows all' : ''}`;
}

function startOf(text: string): string {
  let end = 0;
  for (let rows = 0; rows < MAX_ROWS_OF_TEXT && end < text.length; ) {
    const line = text.indexOf('\n', end);
    const length = (line < 0 ? text.length : line + 1) - end;
    const own = Math.min(Math.ceil(length / ROW), MAX_ROWS_OF_TEXT - rows);
    end += Math.min(length, own * ROW);
    rows += own;
  }
  // A character of two code units stays whole.
  return /^[\udc00-\udfff]/.test(text.slice(end, end + 1)) ? text.slice(0, end + 1) : text.slice(0, end);
}

/** A value to show in full, whatever its length. */
export class Whole {
  constructor(readonly value: unknown) {}
  [inspect.custom](): unknown {
    return this.value;
  }
}
