import { basename } from 'node:path';
import { type Cell, joined, type Notebook, readNotebook } from '../../kernel/index.js';
import { Mistake } from '../../util/index.js';
import { replaceRegions } from './delimiters.js';
import { type CellRole, type Nbgrader, nbgraderOf, roleOf } from './nbgrader.js';

/** A notebook of the teacher, with solutions and hidden tests. */
export interface Assignment {
  /** The name of the file. */
  readonly file: string;
  readonly notebook: Notebook;
  readonly cells: readonly TeacherCell[];
}

export interface TeacherCell {
  readonly cell: Cell;
  readonly source: string;
  /** Undefined for a cell without metadata, which the learner may change. */
  readonly marked?: MarkedCell;
}

export interface MarkedCell {
  readonly id: string;
  readonly role: CellRole;
  /** The most points of a test or of an answer that a person grades. Otherwise 0. */
  readonly points: number;
}

/** Reads a notebook of the teacher. Throws a `Mistake` that names the cell with an invalid mark. */
export function readAssignment(path: string): Assignment {
  const file = basename(path);
  const notebook = readTeacherNotebook(path, file);
  const cells = notebook.cells.map((cell, index): TeacherCell => {
    const source = joined(cell.source);
    const metadata = nbgraderOf(cell);
    const refuse = (problem: string) => new Mistake(`${file}, cell ${index + 1}: ${problem}`);
    if (typeof metadata === 'string') throw refuse(metadata);
    if (metadata === undefined) return { cell, source };
    try {
      replaceRegions(source, () => []);
    } catch (error) {
      throw refuse((error as Error).message);
    }
    return { cell, source, marked: markedCell(cell, metadata, refuse) };
  });
  assertUnique(file, cells);
  return { file, notebook, cells };
}

function readTeacherNotebook(path: string, file: string): Notebook {
  try {
    return readNotebook(path);
  } catch (cause) {
    throw new Mistake(`${file}: ${(cause as Error).message}`, { cause });
  }
}

function markedCell(cell: Cell, metadata: Nbgrader, refuse: (problem: string) => Error): MarkedCell {
  const role = roleOf(metadata);
  const isGraded = role === 'test' || role === 'manual';
  if (isGraded && metadata.points === undefined) throw refuse('a graded cell needs points');
  if (role === 'test' && cell.cell_type !== 'code') throw refuse('a test must be a code cell');
  return { id: metadata.grade_id, role, points: (isGraded && metadata.points) || 0 };
}

function assertUnique(file: string, cells: readonly TeacherCell[]): void {
  const ids = new Set<string>();
  for (const { marked } of cells) {
    if (!marked) continue;
    if (ids.has(marked.id)) throw new Mistake(`${file}: two cells have the grade_id "${marked.id}"`);
    ids.add(marked.id);
  }
}

/** The points of all graded cells. */
export const maxPoints = ({ cells }: Assignment): number =>
  cells.reduce((total, { marked }) => total + (marked?.points ?? 0), 0);
