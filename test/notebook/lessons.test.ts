import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openCassette } from '../../src/cassette/index.js';
import { operations } from '../../src/client/index.js';
import { runNotebook } from '../../src/kernel/index.js';
import { type Cell, joined, type Output, readNotebook } from '../../src/kernel/run/notebook-file.js';
import { outputText } from '../../src/kernel/run/notebook-outputs.js';
import { Agent, createRegistry } from '../../src/skills/index.js';
import { serve } from '../support/loopback.js';
import { TRIED } from './tried.js';

// Laws of every lesson. The built kernel runs them, as it runs those of the package.
// Each starts a kernel. The duration of the start is not under test.
vi.setConfig({ testTimeout: 120_000 });
const root = join(import.meta.dirname, '..', '..');
const lessons = readdirSync(join(root, 'notebooks')).map((file) => file.replace(/\.ipynb$/, ''));
const fileOf = (lesson: string) => join(root, 'notebooks', `${lesson}.ipynb`);
const recordingOf = (lesson: string) => join(root, 'fixtures', 'notebooks', `${lesson}.yaml`);

const read = new Map(lessons.map((lesson) => [lesson, readNotebook(fileOf(lesson)).cells] as const));
const cellsOf = (lesson: string) => read.get(lesson) as (Cell & { readonly id: string })[];
const codeOf = (lesson: string) => cellsOf(lesson).filter(({ cell_type }) => cell_type === 'code');
const tagged = (lesson: string, tag: string) =>
  cellsOf(lesson).find(({ metadata }) => metadata?.tags?.includes(tag)) as Cell & { readonly id: string };
const textOf = (outputs: readonly Output[] = []) => outputs.map(outputText).join('\n');
/** The answer that a learner can unfold. */
const solutionOf = (lesson: string) =>
  /```ts\n([\s\S]*?)```/.exec(joined(tagged(lesson, 'solution').source))?.[1] ?? '';

/** The cells that cannot run twice, because the item that they use is gone or exists, with the error of the platform. */
const ONLY_ONCE: Record<string, Record<string, string>> = {
  '01-first-call': { end: 'the call has ended' },
  '03-control-a-call': {
    'play-resume': 'no play with control_id music is running',
    denoise: 'denoise is already running in this call',
    transcribe: 'no denoise is running',
    'live-both': 'no transcribe with control_id words is running',
  },
  '07-search-your-documents': { delete: '404 Not Found' },
  '08-the-compat-api': { update: 'the call has ended' },
  '10-call-with-a-cast': { queue: 'name cakes is already in use' },
};

describe.each(lessons)('%s', (lesson) => {
  it('begins with a title, an import that every kernel understands, and its recording', () => {
    const [title] = cellsOf(lesson);
    const [first] = codeOf(lesson);
    expect(joined(title?.source ?? '')).toMatch(/^# \S/);
    expect(joined(first?.source ?? '')).toMatch(/^import \{ [\w, ]+ \} from 'patchbay\/notebook';/);
    expect(joined(first?.source ?? '')).toContain(`await use({ replay: '../fixtures/notebooks/${lesson}.yaml' });`);
  });

  it('has one exercise, a check behind it, and behind that an answer to unfold', () => {
    const order = cellsOf(lesson).flatMap(({ metadata }) => metadata?.tags ?? []);
    expect(order).toEqual(['exercise', 'check', 'solution']);
    const [exercise, check] = ['exercise', 'check'].map((tag) => cellsOf(lesson).indexOf(tagged(lesson, tag)));
    expect(check).toBe(Number(exercise) + 1);
    expect(solutionOf(lesson)).not.toBe('');
    // Underlined: the classic Notebook shows a title to unfold as plain text otherwise.
    expect(joined(tagged(lesson, 'solution').source)).toMatch(/^<details><summary><u>Show an answer<\/u><\/summary>\n/);
  });

  it('has small cells with short lines and unique ids', () => {
    const ids = cellsOf(lesson).map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const cell of codeOf(lesson)) {
      const lines = joined(cell.source).split('\n');
      expect(lines.length, cell.id).toBeLessThanOrEqual(45);
      expect(Math.max(...lines.map((line) => line.length)), cell.id).toBeLessThanOrEqual(120);
    }
  });

  it('was run from the top, and shows nothing of the machine it ran on', () => {
    expect(codeOf(lesson).map(({ execution_count }) => execution_count)).toEqual(
      codeOf(lesson).map((_, index) => index + 1),
    );
    const shown = codeOf(lesson)
      .flatMap(({ outputs = [] }) => outputs.map(outputText))
      .join('\n');
    expect(shown).not.toContain('[error]');
    expect(shown).not.toMatch(/\/(home|root|tmp|work|Users)\//);
  });

  it('leads to lessons that are there', () => {
    const links = cellsOf(lesson).flatMap(({ source }) => [...joined(source).matchAll(/\]\(([^)]+\.ipynb)\)/g)]);
    for (const [, target] of links) expect(readdirSync(join(root, 'notebooks'))).toContain(target);
  });

  it('has a recording of the sandbox only', () => {
    const { header, entries } = openCassette(recordingOf(lesson));
    expect(header.origin).toBe('sandbox');
    expect(entries.length).toBeGreaterThan(0);
    for (const { request } of entries) expect(request.url).toMatch(/^https:\/\/sandbox\.invalid\//);
  });
});

describe('running the lessons', () => {
  const folder = mkdtempSync(join(tmpdir(), 'lessons-'));
  const asked: string[] = [];
  let proxy: Awaited<ReturnType<typeof serve>>;
  beforeAll(async () => {
    mkdirSync(join(folder, 'notebooks'));
    symlinkSync(join(root, 'fixtures'), join(folder, 'fixtures'));
    const refuse: Parameters<typeof serve>[0] = ({ url = '' }, response) => {
      asked.push(url);
      response.writeHead(502).end();
    };
    proxy = await serve(refuse, (target) => asked.push(target));
  });
  afterAll(async () => {
    await proxy.close();
    rmSync(folder, { recursive: true });
  });
  /** Whatever would leave this machine would knock here. */
  const env = () => ({ ...process.env, HTTP_PROXY: proxy.url, HTTPS_PROXY: proxy.url, NO_PROXY: '' });

  // Each starts a kernel.
  it.each(lessons)('%s gives the outputs in it, to the letter, and follows its recording', async (lesson) => {
    const { failure, differences } = await runNotebook(fileOf(lesson), { check: true, env: env() });
    expect({ failure, differences }).toEqual({ failure: undefined, differences: [] });
  });

  /** A session is a kernel that a learner uses for all answers, right and wrong. */
  const sessions = new Map<string, ReturnType<typeof learn>>();
  const sessionOf = (lesson: string) => {
    const session = sessions.get(lesson) ?? learn(lesson);
    sessions.set(lesson, session);
    return session;
  };
  async function learn(lesson: string) {
    const twice = codeOf(lesson).flatMap((cell) => [cell, { ...cell, metadata: { tags: ['raises-exception'] } }]);
    const check = tagged(lesson, 'check');
    const wrong = (TRIED[lesson] ?? []).flatMap(([source]) => [{ ...check, metadata: {}, source }, check]);
    // The first cell opens the recording again.
    const solved = codeOf(lesson).map((cell) => ({ ...cell, source: withSolution(cell, solutionOf(lesson)) }));
    const file = join(folder, 'notebooks', `${lesson}.ipynb`);
    const cells = [...solved, ...twice, ...wrong];
    writeFileSync(file, JSON.stringify({ ...readNotebook(fileOf(lesson)), cells }));
    const { failure, outputs } = await runNotebook(file, { env: env() });
    expect(failure, JSON.stringify(cells[(failure?.cell ?? 1) - 1])).toBeUndefined();
    const first = (some: readonly Cell[]) => cells.indexOf(some[0] as (typeof cells)[number]);
    const said = (some: readonly Cell[]) => outputs.slice(first(some)).slice(0, some.length);
    return {
      again: said(twice).filter((_, index) => index % 2 === 1),
      hints: said(wrong).filter((_, index) => index % 2 === 1),
      solved: said(solved)[codeOf(lesson).indexOf(check)],
    };
  }

  it.each(lessons)('%s checks the exercise: not done as it comes, right with the answer', async (lesson) => {
    expect(textOf(tagged(lesson, 'check').outputs)).toMatch(/^\[text\/plain\]\n'Not yet: /);
    expect(textOf((await sessionOf(lesson)).solved)).toMatch(/^\[text\/plain\]\n['"`]Right\. /);
  });

  it.each(lessons)('%s can be run cell by cell, each twice, where the platform allows it', async (lesson) => {
    const { again } = await sessionOf(lesson);
    const failed = codeOf(lesson).flatMap(({ id }, index) =>
      (again[index] ?? []).flatMap(({ output_type, evalue }) => (output_type === 'error' ? [[id, evalue]] : [])),
    );
    expect(failed).toEqual(
      Object.entries(ONLY_ONCE[lesson] ?? {}).map(([id, says]) => [id, expect.stringContaining(says)]),
    );
  });

  it.each(lessons.filter((lesson) => lesson in TRIED))('%s prints a hint for each wrong answer', async (lesson) => {
    const { hints } = await sessionOf(lesson);
    expect(hints.map((one) => textOf(one).replace(/^\[text\/plain\]\n['"`]/, ''))).toEqual(
      (TRIED[lesson] ?? []).map(([, says]) => expect.stringContaining(says)),
    );
  });

  it('sends nothing to anybody', async () => {
    expect(asked).toEqual([]);
    // What a notebook that goes live sends does knock.
    const live = join(folder, 'live.ipynb');
    const source = "await use('live'); await platform.with({ retries: 0 }).queues.list().catch(() => 'refused')";
    const cell = { cell_type: 'code', execution_count: null, id: 'a', metadata: {}, outputs: [], source };
    writeFileSync(live, JSON.stringify({ cells: [cell], metadata: {}, nbformat: 4, nbformat_minor: 5 }));
    const account = { PLATFORM_PROJECT_ID: 'p', PLATFORM_API_TOKEN: 't', PLATFORM_SPACE: 'space.example' };
    await runNotebook(live, { live: true, env: { ...env(), ...account } });
    expect(asked).toEqual(['space.example:443']);
  });
});

/** What a learner would do: write the answer where the comment asks for it, or over the whole cell. */
function withSolution({ source, metadata }: Cell, solution: string): Cell['source'] {
  if (!metadata?.tags?.includes('exercise')) return source;
  const place = /^\/\/ Your code here[\s\S]*/m;
  return place.test(joined(source)) ? joined(source).replace(place, () => solution) : solution;
}

describe('the contents of the lessons', () => {
  const operationsIn = (lesson: string) => openCassette(recordingOf(lesson)).entries.map(({ op }) => op);
  const written = (lesson: string) => readFileSync(fileOf(lesson), 'utf8');

  it('binds a number with every helper', () => {
    const helpers = Object.keys(operations.phone_numbers).filter((name) => name.startsWith('set_'));
    expect(helpers).toHaveLength(7);
    expect(operationsIn('02-bind-a-phone-number')).toEqual(
      expect.arrayContaining(helpers.map((name) => `phone_numbers.${name}`)),
    );
  });

  it('shows a skill file that loads', async () => {
    const text = joined(tagged('06-write-your-own-skill', 'solution').source);
    const [answer = '', file = ''] = [...text.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, code = '']) => code);
    const [header = ''] = file.split('// as above');
    const skills = mkdtempSync(join(tmpdir(), 'my-skills-'));
    mkdirSync(join(skills, 'sales_tax'));
    writeFileSync(
      join(skills, 'sales_tax', 'skill.ts'),
      answer.replace(/^class .* \{\n/, () => header),
    );
    const registry = createRegistry({ env: {} });
    registry.add_skill_directory(skills);
    const agent = new Agent({ registry });
    await agent.add_skill('sales_tax');
    expect(await agent.call_tool('add_tax', { amount: 50 })).toMatchObject({ response: 'That is 60 with tax.' });
    rmSync(skills, { recursive: true });
  });

  it('sends every command to a call', () => {
    const commands = Object.keys(operations.calling);
    expect(commands).toHaveLength(37);
    const recorded = operationsIn('03-control-a-call');
    for (const name of commands) {
      expect(recorded).toContain(`calling.${name}`);
      expect(written('03-control-a-call')).toContain(`\`${name}\``);
    }
  });
});
