import type { Progress } from '../progress.js';
import { ACCENTS, LINE, STYLES } from './look.js';
import { html, type Markup } from './markup.js';

/** A progress bar. Without a total, it shows only the count. */
export function bar({ label, share, count }: Progress): Markup {
  const colour = share === 1 ? ACCENTS.good : ACCENTS.calm;
  const drawn =
    share !== undefined &&
    html`
      <span style="display:inline-block;width:240px;max-width:50%;height:8px;border-radius:4px;background:${LINE};overflow:hidden">
        <span style="display:block;width:${(share * 100).toFixed(1)}%;height:8px;background:${colour}"></span>
      </span>`;
  return html`<div style="${STYLES.box};display:flex;gap:12px;align-items:center"><span>${label}</span>${drawn}<span style="${STYLES.mono}">${count}</span></div>`;
}
