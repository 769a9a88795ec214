// Ten learners at once on Debian's JupyterHub: lessons, an assignment, its collection and its grades.
// Needs: npm run build, and the packages jupyterhub, jupyter-notebook and python3-jupyter-client.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { joined, type Notebook } from '../../../src/kernel/index.js';
import { cellOf } from '../../classroom/support/classroom.js';
import { createJupyter } from '../kernel/jupyter.js';
import { startKernel } from './hub-kernel.js';
import { startHub } from './hub-server.js';

const LEARNERS = Array.from({ length: 10 }, (_, index) => `learner-${index}`);
const ANSWER = "await platform.queues.create({ name: 'returns', max_size: 20 });";
const LESSON = '01-first-call.ipynb';

const jupyter = createJupyter();
const folders = {
  homes: join(jupyter.folder, 'homes'),
  lessons: join(jupyter.folder, 'lessons'),
  classroom: join(jupyter.folder, 'voice-101'),
};
const assignmentOf = (learner: string) => join(folders.homes, learner, 'first-queue', 'first-queue.ipynb');

mkdirSync(folders.homes);
patchbay(['notebook', 'copy', folders.lessons], jupyter.folder);
for (const name of readdirSync(folders.lessons, { recursive: true, encoding: 'utf8' }))
  chmodSync(join(folders.lessons, name), name.includes('.') ? 0o444 : 0o555);
const lessonsBefore = hashOf(folders.lessons);
patchbay(['class', 'new', 'voice-101'], jupyter.folder);
writeFileSync(join(folders.classroom, 'roster.csv'), `id\n${LEARNERS.join('\n')}\n`);
patchbay(['class', 'assign', 'first-queue']);

const hub = await startHub(jupyter, folders, LEARNERS.length);
try {
  await hub.until('the start of the hub', async () => ((await hub.ask('/hub/api/users')).ok ? true : undefined));
  const outputs = await Promise.all(LEARNERS.map(learn));
  prove(
    'ten learners run cells at once, each in a kernel of their own',
    outputs.every(({ sum }) => sum === '2'),
  );
  const expected = joined(lessonCells()[0]?.outputs?.[0]?.data?.['text/plain'] ?? '');
  prove(
    'each runs a lesson that all share',
    outputs.every(({ replay }) => replay === expected),
  );
  const others = outputs.filter(({ queues }, index) => queues !== `${LEARNERS[index]},sales,support`);
  prove('each has a sandbox of their own', others.length === 0, others[0]?.queues);
  prove('each has ids of their own', new Set(outputs.map(({ id }) => id)).size === LEARNERS.length);
  prove(
    'none can write a file beyond the quota, and the kernel goes on',
    outputs.every(({ beyond }) => beyond === 'EFBIG 4'),
    outputs.map(({ beyond }) => beyond).join(),
  );
  prove('the shared lessons are unchanged', hashOf(folders.lessons) === lessonsBefore);
} finally {
  await hub.stop();
}

for (const learner of LEARNERS)
  cpSync(assignmentOf(learner), join(folders.classroom, 'inbox', learner, 'first-queue.ipynb'));
patchbay(['class', 'collect', 'first-queue', 'inbox']);
const { learners } = JSON.parse(patchbay(['class', 'grade', 'first-queue', '--json', '--jobs', '2'])) as {
  learners: readonly { id: string; earned: number }[];
};
prove(
  'the work of all is collected, and graded by what each did',
  learners.length === LEARNERS.length &&
    learners.every(({ id, earned }) => earned === (LEARNERS.indexOf(id) % 2 === 0 ? 3 : 0)),
);
jupyter.remove();

/** What a learner does: start the server, run cells and a lesson, and answer the assignment, or not. */
async function learn(learner: string, index: number) {
  await hub.ask(`/hub/api/users/${learner}`, { method: 'POST' });
  await hub.ask(`/hub/api/users/${learner}/server`, { method: 'POST' });
  await hub.until(`the server of ${learner}`, async () => {
    const user = (await (await hub.ask(`/hub/api/users/${learner}`)).json()) as {
      servers: { ''?: { ready: boolean } };
    };
    return user.servers['']?.ready || undefined;
  });
  const { run, close } = await startKernel(hub, learner, `lessons/notebooks/${LESSON}`);
  const sum = await run('1 + 1');
  const [replay] = await inOrder(
    lessonCells()
      .slice(0, 4)
      .map(
        ({ source }) =>
          () =>
            run(joined(source)),
      ),
  );
  const contents = `/user/${learner}/api/contents/first-queue/first-queue.ipynb`;
  const model = (await (await hub.ask(contents)).json()) as { content: Notebook };
  // The first cell has the seed of the learner.
  const [start] = model.content.cells.filter(({ cell_type }) => cell_type === 'code');
  await run(joined(start?.source ?? '').replace(/^import.*$/m, ''));
  const id = await run(`(await platform.queues.create({ name: '${learner}' })).id`);
  const queues = await run(
    'console.log((await platform.queues.list()).data.map((q) => q.friendly_name).sort().join())',
  );
  const beyond = await run(
    "try { require('node:fs').writeFileSync(process.env.HOME + '/big', Buffer.alloc(2e8)); } catch ({ code }) { console.log(code, 2 + 2); }",
  );
  if (index % 2 === 0) cellOf(model.content, 'queue').source = ANSWER;
  const saved = await hub.ask(contents, { method: 'PUT', body: JSON.stringify({ ...model, type: 'notebook' }) });
  if (!saved.ok) throw new Error(`${learner} could not save: ${await saved.text()}`);
  close();
  return { sum, replay, id, queues: queues.trim(), beyond: beyond.trim() };
}

async function inOrder<T>(tasks: readonly (() => Promise<T>)[]): Promise<T[]> {
  const results: T[] = [];
  for (const task of tasks) results.push(await task());
  return results;
}

function lessonCells() {
  const { cells } = JSON.parse(readFileSync(join(folders.lessons, 'notebooks', LESSON), 'utf8')) as Notebook;
  return cells.filter(({ cell_type }) => cell_type === 'code') as (Notebook['cells'][number] & {
    outputs?: readonly { data?: Readonly<Record<string, string | string[]>> }[];
  })[];
}

function patchbay(args: readonly string[], cwd = folders.classroom): string {
  return execFileSync(process.execPath, [resolve('dist', 'cli.js'), ...args], {
    cwd,
    env: jupyter.env,
    encoding: 'utf8',
  });
}

function hashOf(folder: string): string {
  const hash = createHash('sha256');
  for (const one of readdirSync(folder, { recursive: true, withFileTypes: true }))
    hash.update(one.name).update(one.isFile() ? readFileSync(join(one.parentPath, one.name)) : '');
  return hash.digest('hex');
}

function prove(claim: string, holds: boolean, found = ''): void {
  console.log(holds ? `ok ${claim}` : `not ok ${claim} ${found}`);
  if (!holds) process.exitCode = 1;
}
