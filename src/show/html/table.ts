import { largest } from '../../util/index.js';
import { cellText, columnsOf, countOf, type Item, MAX_ROWS, moreRows, type Rows } from '../rows.js';
import { STYLES } from './look.js';
import { html, type Markup } from './markup.js';

/** The width of a notebook output in letters. The first column is always shown. */
const WIDTH = 115;
const WIDEST = 40;
const MAX_LENGTH = 120;

export function table(rows: Rows): Markup {
  const items = rows.items.slice(0, MAX_ROWS);
  if (items.length === 0) return html`<p style="${STYLES.faint}">no items</p>`;
  const { names, same } = columnsOf(rows);
  const shown = rows.columns ? names : fitting(names, items);
  const left = names.filter((name) => !shown.includes(name));
  const notes = [
    moreRows(rows.items, MAX_ROWS),
    countOf(rows),
    rows.note,
    same.length > 0 && `same in all rows: ${same.map(([name, value]) => `${name} ${cellText(value)}`).join(', ')}`,
    left.length > 0 && `not shown: ${left.join(', ')}`,
  ];
  return html`
    <table style="${STYLES.table}">
      <thead><tr style="${STYLES.row}">${shown.map((name) => html`<th style="${STYLES.head}">${name}</th>`)}</tr></thead>
      <tbody>
        ${items.map((item) => html`<tr style="${STYLES.row}">${shown.map((name) => cell(cellText(item[name])))}</tr>`)}
      </tbody>
    </table>
    <p style="${STYLES.faint}">${notes.filter(Boolean).join(' · ')}</p>`;
}

function fitting(fields: readonly string[], items: readonly Item[]): string[] {
  let room = WIDTH;
  return fields.filter((name, i) => {
    const widest = largest(
      items.map((item) => cellText(item[name]).length),
      name.length,
    );
    const width = Math.min(widest, WIDEST) + 2;
    if (i > 0 && width > room) return false;
    room -= width;
    return true;
  });
}

function cell(text: string): Markup {
  const cut = text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text;
  const style = text.length > WIDEST ? STYLES.cell : STYLES.word;
  return html`<td style="${style}">${cut}</td>`;
}

interface Grid {
  readonly head?: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** A table whose first column contains the terms and whose other columns explain them, formatted by `markup`. */
export function grid({ head = [], rows }: Grid, markup: (text: string) => unknown = (text) => text): Markup {
  const titles =
    head.length > 0 &&
    html`<thead><tr style="${STYLES.row}">${head.map((name) => html`<th style="${STYLES.head}">${name}</th>`)}</tr></thead>`;
  return html`
    <table style="${STYLES.table}">
      ${titles}
      <tbody>
        ${rows.map((row) => html`<tr style="${STYLES.row}">${row.map((text, i) => html`<td style="${i === 0 ? STYLES.key : STYLES.cell}">${i === 0 ? text : markup(text)}</td>`)}</tr>`)}
      </tbody>
    </table>`;
}
