import type { PathStep } from '../../util/index.js';
import { clean } from '../clean.js';
import { ACCENTS, GROUND, MONO, STYLES } from './look.js';
import { html, type Markup } from './markup.js';

const MAX_LENGTH = 50;
const CELL = `text-align:left;vertical-align:middle;font-family:${MONO};font-size:12px`;
const ARROW = `${CELL};border:0;padding:4px 8px;white-space:nowrap`;

/** Draws steps as boxes with arrows between them. A table, because untrusted notebooks show no SVG. */
export function path(steps: readonly PathStep[]): Markup {
  return html`
    <table style="${STYLES.path}">
      <tbody>
        <tr style="border:0;background:transparent">${steps.map((step, i) => html`${i > 0 && arrow(step)}${box(step)}`)}</tr>
      </tbody>
    </table>`;
}

function box({ title, text = '', broken = false }: PathStep): Markup {
  const edge = broken ? `2px dashed ${ACCENTS.bad}` : `2px solid ${ACCENTS.calm}`;
  return html`
    <td style="${CELL};border:${edge};border-radius:7px;padding:4px 12px;background:${GROUND}">
      <b>${cut(title)}</b>${text !== '' && html`<br>${cut(text)}`}
    </td>`;
}

const arrow = ({ by = '' }: PathStep) => html`<td style="${ARROW}">${by !== '' && `${cut(by)} `}→</td>`;

function cut(text: string): string {
  const letters = [...clean(text)];
  return letters.length > MAX_LENGTH ? `${letters.slice(0, MAX_LENGTH - 1).join('')}…` : letters.join('');
}
