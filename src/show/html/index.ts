import { counted, type SheetPart } from '../../util/index.js';
import { DataTable } from '../data-table.js';
import { Illustrated } from '../illustrated.js';
import { Progress } from '../progress.js';
import { type Fields, sorted, sparseFieldsOf, valueText } from '../record.js';
import { rowsOf, shortRowsOf } from '../rows.js';
import { Sheet } from '../sheet.js';
import { showText } from '../text.js';
import { ACCENTS, LINE, STYLES } from './look.js';
import { html, type Markup, prose } from './markup.js';
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
  const rows = value instanceof DataTable ? value.rows : (rowsOf(value) ?? shortRowsOf(value));
  if (rows) return html`<div style="${STYLES.box}">${table(rows)}</div>`;
  const fields = sparseFieldsOf(value);
  return fields && html`<div style="${STYLES.box}">${record(fields)}</div>`;
}

function illustrated({ value, parts, isFolded }: Illustrated): Markup {
  const fields = isFolded ? undefined : sparseFieldsOf(value);
  if (fields) return html`<div style="${STYLES.box}">${sheetParts(parts)}${record(fields)}</div>`;
  const text = html`<pre style="${STYLES.code}">${showText(value, { columns: 100 })}</pre>`;
  const below = isFolded ? fold('Show the response', text) : text;
  return html`<div style="${STYLES.box}">${sheetParts(parts)}${below}</div>`;
}

/** The fields of a resource, with the names of the empty ones folded below. */
function record(fields: Fields): Markup {
  const { held, empty } = sorted(fields);
  const rows = held.map(([name, value]) => [name, valueText(value)] as const);
  return html`${grid({ rows })}${fold(counted(empty.length, 'empty field'), html`<p style="${STYLES.text}">${empty.join(', ')}</p>`)}`;
}

const fold = (title: string, content: Markup): Markup =>
  html`<details><summary style="${STYLES.fold}"><u>${title}</u></summary>${content}</details>`;

const sheetParts = (parts: readonly SheetPart[]): Markup[] => parts.map(sheetPart);

function sheetPart(part: SheetPart): Markup {
  if (typeof part === 'string') return html`<p style="${STYLES.text}">${prose(part)}</p>`;
  if ('title' in part) return html`<div style="${STYLES.title}">${part.title}</div>`;
  if ('lines' in part) return html`<pre style="${STYLES.code}">${part.lines.join('\n')}</pre>`;
  if ('path' in part) return path(part.path);
  if ('moments' in part) return timeline(part.moments);
  return grid(part.grid ?? { rows: part.pairs }, prose);
}

function bar({ label, share, count }: Progress): Markup {
  const colour = share === 1 ? ACCENTS.good : ACCENTS.calm;
  const drawn =
    share !== undefined &&
    html`
      <span style="display:inline-block;width:240px;max-width:50%;height:8px;border-radius:4px;background:${LINE};overflow:hidden">
        <span style="display:block;width:${(share * 100).toFixed(1)}%;height:8px;background:${colour}"></span>
      </span>`;
  return html`<div style="${STYLES.box};display:flex;gap:12px;align-items:center"><span>${label}</span> ${drawn} <span style="${STYLES.mono}">${count}</span></div>`;
}
