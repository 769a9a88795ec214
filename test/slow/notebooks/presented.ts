import { readFileSync } from 'node:fs';
import { type Cell, joined } from '../../../src/kernel/run/notebook-file.js';
import { slidesOf } from '../../notebook/slides.js';

/** The options of the handout of docs/notebooks.md. */
const HANDOUT = [
  '--TagRemovePreprocessor.enabled=True',
  ...['check', 'solution'].flatMap((tag) => ['--TagRemovePreprocessor.remove_cell_tags', tag]),
];

type Convert = (args: readonly string[]) => Promise<string>;

/** Makes slides of a lesson with nbconvert. Returns what is wrong with them. */
export async function slidesProblem(cells: readonly Cell[], output: string, convert: Convert): Promise<string> {
  const problem = await convert(['--to', 'slides', '--SlidesExporter.reveal_scroll=True', '--output', output]);
  if (problem) return problem;
  const sections = readFileSync(`${output}.slides.html`, 'utf8').match(/<section\b/g)?.length ?? 0;
  // Each slide is a section in a section with the slides below it.
  const columns = cells.filter(({ metadata }) => JSON.stringify(metadata).includes('"slide_type":"slide"')).length;
  const expected = columns + slidesOf(cells).length;
  return sections === expected ? '' : `${sections} sections instead of ${expected}`;
}

/** Makes a handout of a lesson with nbconvert. Returns what is wrong with it. */
export async function handoutProblem(cells: readonly Cell[], output: string, convert: Convert): Promise<string> {
  const problem = await convert(['--to', 'html', ...HANDOUT, '--output', output]);
  if (problem) return problem;
  const page = readFileSync(`${output}.html`, 'utf8');
  const title =
    joined(cells[0]?.source ?? '')
      .split('\n', 1)[0]
      ?.replace('# ', '') ?? '';
  if (!page.includes(title)) return `the title is missing: ${title}`;
  return page.includes('Show an answer') || page.includes('Not yet: ') ? 'it contains the check or the answer' : '';
}
