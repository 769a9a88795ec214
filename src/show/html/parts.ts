import type { SheetPart } from '../../util/index.js';
import { STYLES } from './look.js';
import { html, type Markup } from './markup.js';
import { path } from './path.js';
import { grid } from './table.js';
import { timeline } from './timeline.js';

export const sheetParts = (parts: readonly SheetPart[]): Markup[] => parts.map(sheetPart);

function sheetPart(part: SheetPart): Markup {
  if (typeof part === 'string') return html`<p style="${STYLES.text}">${part}</p>`;
  if ('title' in part) return html`<div style="${STYLES.title}">${part.title}</div>`;
  if ('lines' in part) return html`<pre style="${STYLES.code}">${part.lines.join('\n')}</pre>`;
  if ('path' in part) return path(part.path);
  if ('moments' in part) return timeline(part.moments);
  return grid(part.grid ?? { rows: part.pairs });
}
