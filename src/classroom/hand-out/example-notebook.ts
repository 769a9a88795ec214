import { type Notebook, split } from '../../kernel/index.js';

interface Marks {
  readonly grade?: boolean;
  readonly solution?: boolean;
  readonly locked?: boolean;
  readonly points?: number;
}

const markdown = (id: string, source: string) => ({ cell_type: 'markdown', id, metadata: {}, source: split(source) });

const code = (id: string, source: string, { grade = false, solution = false, locked = false, points }: Marks) => ({
  cell_type: 'code',
  execution_count: null,
  id,
  metadata: {
    nbgrader: {
      ...{ grade, grade_id: id, locked, ...(points !== undefined && { points }) },
      ...{ schema_version: 3, solution, task: false },
    },
  },
  outputs: [],
  source: split(source),
});

/** The assignment of a new class: two exercises with checks, one of them with a hidden test. */
export function exampleNotebook(): Notebook {
  return {
    cells: [
      markdown(
        'title',
        '# Your first queue\n\nCallers wait in a queue until an agent answers. Run the cells from top to bottom.',
      ),
      code('start', START, { locked: true }),
      markdown(
        'queue-task',
        '## 1. A queue for returns\n\nCreate a queue with the name `returns` in which up to 20 callers can wait.',
      ),
      code('queue', QUEUE, { solution: true }),
      code('queue-test', QUEUE_TEST, { grade: true, locked: true, points: 3 }),
      markdown(
        'count-task',
        '## 2. Numbers with a name\n\nAssign to `names` the names of all phone numbers of the account.',
      ),
      code('names', NAMES, { solution: true }),
      code('names-test', NAMES_TEST, { grade: true, locked: true, points: 2 }),
    ],
    metadata: {
      kernelspec: { display_name: 'Patchbay (TypeScript)', language: 'typescript', name: 'patchbay' },
      language_info: { file_extension: '.ts', mimetype: 'text/typescript', name: 'typescript' },
    },
    nbformat: 4,
    nbformat_minor: 5,
  } as Notebook;
}

const START = `import { check, platform, use, value } from 'patchbay/notebook';

await use('sandbox');`;

const QUEUE = `// BEGIN SOLUTION: create the queue with platform.queues.create
await platform.queues.create({ name: 'returns', max_size: 20 });
// END SOLUTION`;

const QUEUE_TEST = `const { data: queues } = await platform.queues.list();
const returns = queues.filter(({ friendly_name }) => friendly_name === 'returns');
await check(1, 'There is a queue with the name returns', () => returns.length > 0);
// BEGIN HIDDEN TESTS
await check(1, 'There is only one such queue', () => returns.length === 1);
await check(1, 'Up to 20 callers can wait in it', () => returns[0].max_size === 20);
// END HIDDEN TESTS`;

const NAMES = `let names = [];
// BEGIN SOLUTION: read the numbers with platform.phone_numbers.list
const { data: numbers } = await platform.phone_numbers.list();
names = numbers.map(({ name }) => name);
// END SOLUTION`;

const NAMES_TEST = `await check(2, 'names has the name of each number', async () => {
  const { data } = await platform.phone_numbers.list();
  const found = value('names');
  return data.filter(({ name }) => found.includes(name)).length / data.length;
});`;
