import { Illustrated } from '../illustrated.js';
import { Progress } from '../progress.js';
import { rowsOf } from '../rows.js';
import { Sheet } from '../sheet.js';
import { showText } from '../text.js';
import { bar } from './bar.js';
import { STYLES } from './look.js';
import { html, type Markup } from './markup.js';
import { sheetParts } from './parts.js';
import { table } from './table.js';

/** Returns a value as self-contained HTML for light and dark pages. Undefined if HTML adds nothing to the text. */
export function showHtml(value: unknown): string | undefined {
  return markupOf(value)?.source;
}

function markupOf(value: unknown): Markup | undefined {
  if (value instanceof Sheet) {
    const frame = value.isFailure ? STYLES.failure : '';
    return html`<div style="${STYLES.box};${frame}">${sheetParts(value.parts)}</div>`;
  }
  if (value instanceof Progress) return bar(value);
  if (value instanceof Illustrated) return illustrated(value);
  const rows = rowsOf(value);
  return rows && html`<div style="${STYLES.box}">${table(rows)}</div>`;
}

function illustrated({ value, parts, isFolded }: Illustrated): Markup {
  const text = html`<pre style="${STYLES.code}">${showText(value, { columns: 100 })}</pre>`;
  const below = isFolded
    ? html`<details><summary style="${STYLES.faint}">as it was sent</summary>${text}</details>`
    : text;
  return html`<div style="${STYLES.box}">${sheetParts(parts)}${below}</div>`;
}
