import stringWidth from 'string-width';
import type { Popup } from '../completion/index.js';
import { printable } from '../keys/index.js';
import { cut, fitted } from './fit.js';

interface PopupRow {
  readonly name: string;
  readonly detail: string;
  readonly kind: string;
  readonly isChosen: boolean;
}

export interface PopupPicture {
  /** How far in the list stands. */
  readonly indent: number;
  readonly rows: readonly PopupRow[];
  readonly footer: string;
}

const MARK_WIDTH = 2;
const GAP = 2;
/** On narrower screens the kind gives way to the name and its detail. */
const KIND_FROM_COLUMNS = 60;
/** A line longer than this is read badly, however wide the screen. */
const MAX_WIDTH = 100;

/** The list as rows of cells: names, details and kinds in columns, the chosen one in sight, a footer that says more. */
export function popupPicture(popup: Popup, room: { columns: number; maxRows: number; under: number }): PopupPicture {
  const columns = Math.min(room.columns - 1, MAX_WIDTH);
  const count = Math.max(1, Math.min(popup.items.length, room.maxRows - 1));
  const from = Math.min(Math.max(0, popup.selected - count + 1), popup.items.length - count);
  const items = popup.items.slice(from, from + count);
  const widest = (texts: string[]) => Math.max(0, ...texts.map((text) => stringWidth(text)));
  const kindWidth = room.columns >= KIND_FROM_COLUMNS ? widest(popup.items.map(({ kind }) => kind)) + GAP : 0;
  // Columns are as wide as the whole list needs, so that nothing jumps while it is walked through.
  const nameWidth = Math.min(widest(popup.items.map(({ text }) => oneLine(text))), columns - MARK_WIDTH - kindWidth);
  const detailWidth = Math.max(
    0,
    Math.min(
      widest(popup.items.map(({ detail }) => oneLine(detail))),
      columns - MARK_WIDTH - nameWidth - GAP - kindWidth,
    ),
  );
  const width = MARK_WIDTH + nameWidth + (detailWidth > 0 ? GAP + detailWidth : 0) + kindWidth;
  return {
    indent: Math.max(0, Math.min(room.under - MARK_WIDTH, room.columns - 1 - width)),
    rows: items.map((item, index) => ({
      name: fitted(oneLine(item.text), nameWidth),
      detail: detailWidth > 0 ? ' '.repeat(GAP) + fitted(oneLine(item.detail), detailWidth) : '',
      kind: kindWidth > 0 ? ' '.repeat(GAP) + item.kind : '',
      isChosen: from + index === popup.selected,
    })),
    footer: cut(footerOf(popup, count), room.columns - 1 - MARK_WIDTH),
  };
}

function footerOf({ items, selected }: Popup, shown: number): string {
  const item = items[selected];
  const doc = oneLine(item?.doc);
  if (item !== undefined) return `${selected + 1} of ${items.length}${doc === '' ? '' : ` · ${doc}`}`;
  const more = items.length > shown ? `${items.length - shown} more · ` : '';
  return `${more}Tab chooses · Esc closes`;
}

function oneLine(text = ''): string {
  return printable(text).replace(/\s+/g, ' ').trim();
}
