import type { SheetPart } from '../../util/index.js';
import { Illustrated } from '../illustrated.js';
import { Progress } from '../progress.js';
import { rowsOf } from '../rows.js';
import { Sheet } from '../sheet.js';
import { showText } from '../text.js';
import { ACCENTS, LINE, STYLES } from './look.js';
import { html, type Markup } from './markup.js';
import { path } from './path.js';
import { grid, table } from './table.js';
import { timeline } from './timeline.js';

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

const sheetParts = (parts: readonly SheetPart[]): Markup[] => parts.map(sheetPart);

function sheetPart(part: SheetPart): Markup {
  if (typeof part === 'string') return html`<p style="${STYLES.text}">${part}</p>`;
  if ('title' in part) return html`<div style="${STYLES.title}">${part.title}</div>`;
  if ('lines' in part) return html`<pre style="${STYLES.code}">${part.lines.join('\n')}</pre>`;
  if ('path' in part) return path(part.path);
  if ('moments' in part) return timeline(part.moments);
  return grid(part.grid ?? { rows: part.pairs });
}

function bar({ label, share, count }: Progress): Markup {
  const colour = share === 1 ? ACCENTS.good : ACCENTS.calm;
  const drawn =
    share !== undefined &&
    html`
      <span style="display:inline-block;width:240px;max-width:50%;height:8px;border-radius:4px;background:${LINE};overflow:hidden">
        <span style="display:block;width:${(share * 100).toFixed(1)}%;height:8px;background:${colour}"></span>
      </span>`;
  return html`<div style="${STYLES.box};display:flex;gap:12px;align-items:center"><span>${label}</span>${drawn}<span style="${STYLES.mono}">${count}</span></div>`;
}
