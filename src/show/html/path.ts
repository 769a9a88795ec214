import type { PathStep } from '../../util/index.js';
import { clean } from '../clean.js';
import { ACCENTS, GROUND } from './look.js';
import { html, type Markup } from './markup.js';

// Sizes in pixels. A letter of the fixed-width font at 12 px is 7.3 px wide.
const LETTER = 7.3;
const LONGEST = 50;
const HEIGHT = 46;
const GAP = 34;
const PAD = 12;

export function path(steps: readonly PathStep[]): Markup {
  let x = 1;
  const boxes = steps.map((step) => {
    const box = { ...written(step), x, broken: step.broken ?? false };
    x += box.width + GAP + box.by.length * LETTER;
    return { ...box, x: box.x + (box.x > 1 ? box.by.length * LETTER : 0) };
  });
  const last = boxes.at(-1);
  const width = Math.ceil((last?.x ?? 0) + (last?.width ?? 0) + 1);
  return html`
    <svg xmlns="http://www.w3.org/2000/svg" role="img" width="${width}" height="${HEIGHT + 2}" viewBox="0 0 ${width} ${HEIGHT + 2}" style="max-width:100%;margin:6px 0" font-family="ui-monospace,SFMono-Regular,Menlo,Consolas,monospace" font-size="12" fill="currentColor">
      <title>${steps.map(({ title }) => title).join(' → ')}</title>
      ${boxes.map((box, i) => html`${i > 0 && arrow(boxes[i - 1] as Box, box)}${drawn(box)}`)}
    </svg>`;
}

interface Box {
  readonly x: number;
  readonly width: number;
  readonly title: string;
  readonly says: string;
  readonly by: string;
  readonly broken: boolean;
}

function written({ title, says = '', by = '' }: PathStep) {
  const texts = { title: cut(title), says: cut(says), by: cut(by) };
  return { ...texts, width: Math.max(texts.title.length, texts.says.length) * LETTER + 2 * PAD };
}

function cut(text: string): string {
  const letters = [...clean(text)];
  return letters.length > LONGEST ? `${letters.slice(0, LONGEST - 1).join('')}…` : letters.join('');
}

function drawn({ x, width, title, says, broken }: Box): Markup {
  const edge = broken ? ACCENTS.bad : ACCENTS.calm;
  return html`
    <rect x="${x}" y="1" width="${width}" height="${HEIGHT}" rx="7" fill="${GROUND}" stroke="${edge}" stroke-width="1.5"${broken && html` stroke-dasharray="5 4"`}/>
    <text x="${x + PAD}" y="${says === '' ? 28 : 20}" font-weight="600">${title}</text>
    ${says !== '' && html`<text x="${x + PAD}" y="37" opacity=".75">${says}</text>`}`;
}

function arrow(from: Box, { x: to, by }: Box): Markup {
  const [start, y] = [from.x + from.width, 1 + HEIGHT / 2];
  return html`
    <path d="M${start + 3} ${y} H${to - 4} m-7 -5 l7 5 l-7 5" fill="none" stroke="currentColor" stroke-opacity=".55" stroke-width="1.5"/>
    ${by !== '' && html`<text x="${(start + to) / 2}" y="${y - 7}" text-anchor="middle" font-size="10.5" opacity=".75">${by}</text>`}`;
}
