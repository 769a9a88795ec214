import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { lessonPlans } from '../../scripts/docs/syllabus-page.js';
import { joined, readNotebook } from '../../src/kernel/run/notebook-file.js';
import { slidesOf } from './slides.js';

// Laws of the metadata that teachers use: the plan of a lesson, and its slides.
const root = join(import.meta.dirname, '..', '..');
const plans = lessonPlans(root);
const cellsOf = (lesson: string) => readNotebook(join(root, 'notebooks', `${lesson}.ipynb`)).cells;
const MAX_LINES = 30;
const WORDS: Readonly<Record<string, number>> = { fifteen: 15 };

describe.each(plans)('the plan of $name', ({ name, minutes, needs, goals, marking }) => {
  it('has the minutes that the lesson announces', () => {
    const [, said = ''] =
      /takes about (\S+) minutes/.exec(joined(cellsOf(name)[0]?.source ?? '').replaceAll('\n', ' ')) ?? [];
    expect(WORDS[said] ?? Number(said)).toBe(minutes);
  });

  it('needs only earlier lessons', () => {
    const earlier = plans.map((plan) => plan.name).filter((other) => other < name);
    expect(earlier).toEqual(expect.arrayContaining([...needs]));
  });

  it('has goals and a marking key of 10 points', () => {
    expect(goals.length).toBeGreaterThanOrEqual(2);
    expect(marking.length).toBeGreaterThanOrEqual(2);
    for (const text of [...goals, ...marking.map(({ criterion }) => criterion)]) expect(text).toMatch(/^[A-Z].*[^.]$/);
    expect(marking.reduce((sum, { points }) => sum + points, 0)).toBe(10);
  });
});

describe.each(plans)('the slides of $name', ({ name }) => {
  const cells = cellsOf(name);
  const slides = slidesOf(cells);

  it('begin with the title, and have a slide for each heading', () => {
    expect(slides[0]?.cells[0]).toBe(cells[0]);
    const first = slides.map((slide) => slide.cells[0]);
    for (const cell of cells) {
      if (cell.cell_type !== 'markdown' || !/^##? /m.test(joined(cell.source))) continue;
      expect(first, joined(cell.source).slice(0, 60)).toContain(cell);
    }
  });

  it('fit a screen, except a cell that is long by itself', () => {
    for (const { cells, lines } of slides)
      if (cells.length > 1) expect(lines, joined(cells[0]?.source ?? '').slice(0, 60)).toBeLessThanOrEqual(MAX_LINES);
  });

  it('leave out the check of the exercise, and nothing else', () => {
    const shown = new Set(slides.flatMap((slide) => slide.cells));
    expect(cells.filter((cell) => !shown.has(cell)).map(({ metadata }) => metadata?.tags)).toEqual([['check']]);
  });
});
