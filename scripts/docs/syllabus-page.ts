import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { GENERATED } from './reference-page.js';

/** The plan of a lesson, as its notebook declares it in `metadata.lesson`. */
export interface LessonPlan {
  /** The name of the file without `.ipynb`. */
  readonly name: string;
  readonly title: string;
  readonly minutes: number;
  /** The names of the lessons that a learner must know. */
  readonly needs: readonly string[];
  readonly goals: readonly string[];
  /** How a teacher marks the exercise. */
  readonly marking: readonly { readonly points: number; readonly criterion: string }[];
}

export function lessonPlans(root: string): LessonPlan[] {
  const files = readdirSync(join(root, 'notebooks')).filter((file) => file.endsWith('.ipynb'));
  return files.sort().map((file) => {
    const { cells, metadata } = JSON.parse(readFileSync(join(root, 'notebooks', file), 'utf8'));
    const [, title = ''] = /^# (.*)/.exec([cells[0].source].flat().join('')) ?? [];
    return { name: file.replace('.ipynb', ''), title, ...metadata.lesson };
  });
}

/** The page for teachers, from the plans of the lessons. */
export function syllabusPage(plans: readonly LessonPlan[]): string {
  const minutes = plans.reduce((sum, plan) => sum + plan.minutes, 0);
  const rows = plans.map(
    ({ name, title, minutes, needs }) =>
      `| [${numberOf(name)}](#${anchorOf(name, title)}) | ${title} | ${minutes} | ${needs.map(numberOf).join(', ') || 'none'} |`,
  );
  return `${GENERATED}# Syllabus

This page is a reference for teachers. It lists the goals of each lesson, the time, the lessons that a learner must know, and a
marking key for the exercise. [Notebooks](notebooks.md) shows how to run the lessons, how to present them as slides, and how to
print a handout.

The ${plans.length} lessons take ${minutes} minutes. The minutes are estimates for a learner who works alone.

| lesson | title | minutes | needs lessons |
|---|---|---|---|
${rows.join('\n')}

The check of each exercise prints a hint, and *Right* for a correct answer. It does not count points. The marking key is for a
person who reads the notebook of a learner. Each exercise has 10 points. [Classroom](classroom.md) shows how to grade your own
assignments with a program.

${plans.map(section).join('\n')}`;
}

function section({ name, title, goals, marking }: LessonPlan): string {
  const criteria = marking.map(({ points, criterion }) => `| ${criterion} | ${points} |`);
  return `## ${numberOf(name)}. ${title}

After this lesson, a learner can:

${goals.map((goal) => `- ${goal[0]?.toLowerCase()}${goal.slice(1)}`).join('\n')}

| exercise | points |
|---|---|
${criteria.join('\n')}
`;
}

const numberOf = (name: string): number => Number.parseInt(name, 10);
const anchorOf = (name: string, title: string): string =>
  `${numberOf(name)}-${title
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-')}`;
