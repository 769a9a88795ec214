import { type Cell, type Notebook, split } from '../../kernel/index.js';
import type { Assignment, TeacherCell } from './assignment.js';
import { withoutHiddenTests, withoutSolution } from './delimiters.js';

/** The copy of one learner. */
export interface CopyOwner {
  readonly class: string;
  readonly assignment: string;
  readonly learner: string;
  readonly seed: number;
}

/** The call that starts the sandbox. The copy of each learner gets a seed in it. */
const START = /\buse\(\s*(['"`])sandbox\1\s*\)/;

/** Whether the notebook starts a sandbox that gets the seed of the learner. */
export const startsSandbox = ({ cells }: Assignment): boolean =>
  cells.some(({ cell, source }) => cell.cell_type === 'code' && START.test(source));

/** The notebook for a learner: stubs in place of solutions, no hidden tests, no outputs, and the seed of the learner. */
export function learnerCopy(assignment: Assignment, owner: CopyOwner): Notebook {
  const { notebook, cells } = assignment;
  return {
    ...notebook,
    metadata: { ...notebook.metadata, patchbay: owner },
    cells: cells.map((one) => cellCopy(one, owner.seed)),
  } as Notebook;
}

function cellCopy(teachers: TeacherCell, seed: number): Cell {
  const { cell, marked } = teachers;
  const copy = {
    ...cell,
    source: split(learnerSource(teachers, seed)),
    ...(cell.cell_type === 'code' && { outputs: [], execution_count: null }),
  };
  const isFixed = marked?.role === 'locked' || marked?.role === 'test';
  // Jupyter does not delete marked cells, and does not edit those of the teacher.
  const locks = { deletable: false, ...(isFixed && { editable: false }) };
  return marked ? ({ ...copy, metadata: { ...cell.metadata, ...locks } } as Cell) : copy;
}

/** The text of a cell as the learner gets it. */
export function learnerSource({ cell, source, marked }: TeacherCell, seed: number): string {
  const kind = cell.cell_type === 'code' ? 'code' : 'markdown';
  const own = seededSource(source, seed);
  switch (marked?.role) {
    case 'solution':
    case 'manual':
      return withoutSolution(own, kind);
    case 'test':
      return withoutHiddenTests(own);
    default:
      return own;
  }
}

/** The text of a cell with the seed in the call that starts the sandbox. */
export const seededSource = (source: string, seed: number): string =>
  source.replace(START, `use('sandbox', { seed: ${seed}, ownNumbers: true })`);
