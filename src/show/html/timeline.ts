import { largest, type Moment, smallest } from '../../util/index.js';
import { ACCENTS, LINE, STYLES } from './look.js';
import { html, type Markup } from './markup.js';

/** Lists moments from top to bottom, below a strip that shows their times to scale. */
export function timeline(moments: readonly Moment[]): Markup {
  const times = moments.map(({ at, time }) => (time === undefined ? Date.parse(at ?? '') : time * 1000));
  const begun = moments.some(({ time }) => time !== undefined) ? 0 : smallest(times.filter(Number.isFinite));
  return html`
    ${strip(moments, times)}
    <table style="${STYLES.table}">
      <tbody>${moments.map((moment, i) => row(moment, (times[i] as number) - begun))}</tbody>
    </table>`;
}

function row({ title, text = '', at, tone }: Moment, since: number): Markup {
  const dot = html`<span style="${DOT};display:inline-block;margin-right:8px;background:${ACCENTS[tone ?? 'calm']}"></span>`;
  const when =
    Number.isFinite(since) &&
    html`<td style="${STYLES.cell};${STYLES.mono};white-space:nowrap" title="${at}">${since < 0 ? '−' : '+'}${seconds(Math.abs(since))}</td>`;
  return html`<tr style="${STYLES.row}">${when}<td style="${STYLES.key}">${dot}${title}</td><td style="${STYLES.cell}">${text}</td></tr>`;
}

const DOT = 'width:10px;height:10px;border-radius:5px';

/** Not drawn unless at least two moments have different times. Has no text, so that nothing is left without styles. */
function strip(moments: readonly Moment[], times: readonly number[]): Markup | false {
  const [first, last] = [smallest(times), largest(times)];
  if (!(last > first)) return false;
  const x = (time: number) => (((time - first) / (last - first)) * 98).toFixed(2);
  return html`
    <div style="position:relative;width:640px;max-width:100%;height:10px;margin:8px 0">
      <span style="position:absolute;top:4px;left:0;width:100%;height:3px;background:${LINE}"></span>
      ${moments.map(({ tone }, i) => html`<span style="${DOT};position:absolute;top:0;left:${x(times[i] as number)}%;background:${ACCENTS[tone ?? 'calm']}"></span>`)}
    </div>`;
}

/** With a no-break space, because `nowrap` is lost where styles are removed. */
function seconds(ms: number): string {
  return `${Number((ms / 1000).toFixed(1))}\u00a0s`;
}
