import stringWidth from 'string-width';
import type { Signature } from '../../assist/index.js';
import { clean } from '../../show/index.js';
import { largest } from '../../util/index.js';
import { printable } from '../keys/index.js';
import type { Popup } from '../popup.js';
import { cut, fitted } from './fit.js';

interface PopupRow {
  readonly name: string;
  readonly detail: string;
  readonly kind: string;
  readonly isChosen: boolean;
}

export interface PopupPicture {
  /** The call that contains the cursor. */
  readonly head: readonly { readonly text: string; readonly doc: string }[];
  /** The indent of the list, in columns. */
  readonly indent: number;
  readonly rows: readonly PopupRow[];
  readonly footer: readonly string[];
}

const MARK_WIDTH = 2;
const GAP = 2;
/** Narrower screens omit the kind, to leave room for the name and its detail. */
const KIND_FROM_COLUMNS = 60;
/** Longer lines are hard to read, even on a wide screen. */
const MAX_WIDTH = 100;

const MAX_ITEMS = 8;
/** The footer truncates longer descriptions. The help has the full text. */
const MAX_LINES = 2;

/** The number of rows that the popup needs. */
export function popupHeight(popup: Popup, columns: number): number {
  const { items, call } = popup;
  return (call ? 1 : 0) + Math.min(items.length, MAX_ITEMS) + footerHeight(popup, columns);
}

/**
 * Lays out the popup: aligned columns of names, details and kinds with the selected row visible, and descriptions
 * around them.
 */
export function popupPicture(popup: Popup, room: { columns: number; maxRows: number; under: number }): PopupPicture {
  const columns = Math.min(room.columns - 1, MAX_WIDTH);
  const least = Math.min(1, popup.items.length);
  const head = popup.call && room.maxRows > 1 + least ? [headOf(popup, room.columns - 1 - MARK_WIDTH)] : [];
  const below = Math.min(footerHeight(popup, room.columns), Math.max(0, room.maxRows - least - head.length));
  const count = Math.min(popup.items.length, MAX_ITEMS, Math.max(1, room.maxRows - head.length - below));
  const from = Math.min(Math.max(0, popup.selected - count + 1), popup.items.length - count);
  const items = popup.items.slice(from, from + count);
  const widest = (texts: string[]) =>
    largest(
      texts.map((text) => stringWidth(text)),
      0,
    );
  const kinds = new Set(popup.items.map(({ kind }) => kind));
  // A kind that all items share adds no information.
  const kindWidth = kinds.size > 1 && room.columns >= KIND_FROM_COLUMNS ? widest([...kinds]) + GAP : 0;
  // The widths fit the whole list, so that the columns do not move while the user scrolls.
  const nameWidth = Math.min(widest(popup.items.map(({ text }) => oneLine(text))), columns - MARK_WIDTH - kindWidth);
  const detailWidth = Math.max(
    0,
    Math.min(
      widest(popup.items.map(({ detail }) => oneLine(detail))),
      columns - MARK_WIDTH - nameWidth - GAP - kindWidth,
    ),
  );
  const width = MARK_WIDTH + nameWidth + (detailWidth > 0 ? GAP + detailWidth : 0) + kindWidth;
  const indent = Math.max(0, Math.min(room.under - MARK_WIDTH, room.columns - 1 - width));
  const footer = footerOf(popup, count, room.columns - 1 - MARK_WIDTH).slice(0, below);
  // Align the footer with the list if its longest text fits there.
  const apart = longestDoc(popup) + COUNT_WIDTH <= room.columns - 1 - MARK_WIDTH - indent ? indent : 0;
  return {
    head,
    indent,
    rows: items.map((item, index) => ({
      name: fitted(oneLine(item.text), nameWidth),
      detail: detailWidth > 0 ? ' '.repeat(GAP) + fitted(oneLine(item.detail), detailWidth) : '',
      kind: kindWidth > 0 ? ' '.repeat(GAP) + item.kind : '',
      isChosen: from + index === popup.selected,
    })),
    footer: footer.map((line) => ' '.repeat(apart) + line),
  };
}

const NO_CALL: Signature = { text: '' };

/** Formats the call around the cursor and the description of the current argument. */
function headOf({ call: { text, doc } = NO_CALL, items }: Popup, width: number): PopupPicture['head'][number] {
  const written = cut(oneLine(text), width);
  const left = width - stringWidth(written) - 3;
  return {
    text: written,
    doc: doc === undefined || left < 12 || items.length === 0 ? '' : ` · ${cut(oneLine(doc), left)}`,
  };
}

/**
 * Returns a height that fits the longest description, so that the popup does not change size while the user scrolls.
 */
function footerHeight(popup: Popup, columns: number): number {
  const width = columns - 1 - MARK_WIDTH;
  if (popup.items.length === 0) return inLines(oneLine(popup.call?.doc), width).length;
  return longestDoc(popup) + COUNT_WIDTH > width ? MAX_LINES : 1;
}

const longestDoc = ({ items }: Popup) =>
  largest(
    items.map(({ doc }) => stringWidth(oneLine(doc))),
    HINT_WIDTH,
  );

/** The width of `12 of 200 · `. */
const COUNT_WIDTH = 12;
/** The width of `Tab selects · Esc closes`. */
const HINT_WIDTH = 24;

function footerOf({ items, selected, call }: Popup, shown: number, width: number): string[] {
  const item = items[selected];
  const doc = oneLine(item?.doc);
  if (item !== undefined) return inLines(`${selected + 1} of ${items.length}${doc === '' ? '' : ` · ${doc}`}`, width);
  if (items.length === 0) return inLines(oneLine(call?.doc), width);
  const more = items.length > shown ? `${items.length - shown} more · ` : '';
  return [cut(`${more}Tab selects · Esc closes`, width)];
}

/** Wraps text at spaces, and truncates the last line. */
function inLines(text: string, width: number): string[] {
  const lines: string[] = [];
  let rest = text;
  while (lines.length < MAX_LINES - 1 && stringWidth(rest) > width) {
    const end = rest.lastIndexOf(' ', width);
    if (end <= 0) break;
    lines.push(rest.slice(0, end));
    rest = rest.slice(end + 1);
  }
  return [...lines, cut(rest, width)];
}

function oneLine(text = ''): string {
  return printable(clean(text)).replace(/\s+/g, ' ').trim();
}
