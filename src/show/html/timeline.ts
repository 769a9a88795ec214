import { largest, type Moment, smallest } from '../../util/index.js';
import { ACCENTS, LINE, STYLES } from './look.js';
import { html, type Markup } from './markup.js';

const WIDTH = 640;
const MARGIN = 8;

/** Lists moments from top to bottom, below a strip that shows their times to scale. */
export function timeline(moments: readonly Moment[]): Markup {
  const times = moments.map(({ at }) => Date.parse(at ?? ''));
  const begun = smallest(times.filter(Number.isFinite));
  return html`
    ${strip(moments, times)}
    <table style="${STYLES.table}">
      <tbody>${moments.map((moment, i) => row(moment, (times[i] as number) - begun))}</tbody>
    </table>`;
}

function row({ title, says = '', at, tone }: Moment, since: number): Markup {
  const dot = html`<svg width="10" height="10" viewBox="0 0 10 10"><circle cx="5" cy="5" r="4" fill="${ACCENTS[tone ?? 'calm']}"/></svg>`;
  const when =
    Number.isFinite(since) &&
    html`<td style="${STYLES.cell};${STYLES.mono};white-space:nowrap" title="${at}">+${seconds(since)}</td>`;
  return html`<tr style="${STYLES.row}">${when}<td style="${STYLES.cell}">${dot}</td><td style="${STYLES.key}">${title}</td><td style="${STYLES.cell}">${says}</td></tr>`;
}

/** Not drawn unless at least two moments have different times. */
function strip(moments: readonly Moment[], times: readonly number[]): Markup | false {
  const [first, last] = [smallest(times), largest(times)];
  if (!(last > first)) return false;
  const x = (time: number) => (MARGIN + ((time - first) / (last - first)) * (WIDTH - 2 * MARGIN)).toFixed(1);
  return html`
    <svg xmlns="http://www.w3.org/2000/svg" role="img" width="${WIDTH}" height="34" viewBox="0 0 ${WIDTH} 34" style="max-width:100%;margin:6px 0 0" font-size="10.5" fill="currentColor">
      <title>${seconds(last - first)} from ${moments[0]?.title} to ${moments.at(-1)?.title}</title>
      <path d="M${MARGIN} 10 H${WIDTH - MARGIN}" stroke="${LINE}" stroke-width="3"/>
      ${moments.map(({ tone }, i) => html`<circle cx="${x(times[i] as number)}" cy="10" r="5" fill="${ACCENTS[tone ?? 'calm']}"/>`)}
      <text x="${MARGIN}" y="30" opacity=".75">0 s</text>
      <text x="${WIDTH - MARGIN}" y="30" text-anchor="end" opacity=".75">${seconds(last - first)}</text>
    </svg>`;
}

function seconds(ms: number): string {
  return `${Number((ms / 1000).toFixed(1))} s`;
}
