import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { argumentNames, type Row } from '../../src/client/index.js';
import { type Example, ExtendedSources, examplesIn } from './support/extension-examples.js';

const root = join(import.meta.dirname, '..', '..');
const page = readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8');
const examples = examplesIn(page);
const lesson = examples.find(({ file }) => file.startsWith('notebooks/')) as Example;

const wrong: Example = {
  file: 'src/commands/rows/wrong.ts',
  code: "import { sharedCommand } from '../shared-command.js';\nexport const wrong = sharedCommand({ help: 'Wrong.' });\n",
};
const sources = new ExtendedSources([...examples, wrong]);
afterAll(() => sources.remove());

describe('CONTRIBUTING.md', () => {
  it('has an example for each extension point', () => {
    const [, sections = ''] = /## Extension points\n([\s\S]*?)\n## /.exec(page) ?? [];
    const titles = [...sections.matchAll(/^### (.*)$/gm)].map(([, title]) => title);
    expect(titles).toEqual([
      ...['Operation', 'Sandbox subject', 'Call verb', 'Importer', 'Exporter', 'Cause', 'Skill', 'Command'],
      ...['Redaction rule', 'Lesson', 'Hint'],
    ]);
    expect(examples).toHaveLength(titles.length);
    expect([...sections.matchAll(/^```ts$/gm)]).toHaveLength(titles.length);
  });

  it('has one file, and its name in a list, for each of them', () => {
    for (const { file, table, listed } of examples)
      expect([file, table ?? listed?.list ?? file === lesson.file]).not.toEqual([file, false]);
  });

  it('shows examples that compile, and would report one that does not', { timeout: 240_000 }, () => {
    const lists = examples.flatMap(({ listed }) => (listed ? [listed.file] : []));
    // Parts of a package without declarations. No import leads to them.
    const declarations = 'src/http/connect/undici-parts.d.ts';
    const files = [...examples.map(({ file }) => file), ...lists, wrong.file, declarations];
    const errors = sources.errors([...new Set(files)]);
    expect(errors.filter(({ file }) => file === wrong.file)).toMatchObject([
      { message: expect.stringContaining('not assignable') },
    ]);
    expect(errors.filter(({ file }) => file !== wrong.file)).toEqual([]);
  });

  it('names files that exist', () => {
    const files = [...page.matchAll(/`((?:src|test|docs)\/[\w/.-]+)`/g)].map(([, file = '']) => file);
    const missing = files.filter((file) => !existsSync(join(root, file)));
    expect(missing).toEqual([]);
    for (const { file } of examples) expect(existsSync(join(root, dirname(file)))).toBe(true);
  });
});

const entry = (status: number, body: object = {}) => ({
  kind: 'http' as const,
  op: 'queues.create',
  request: { method: 'POST', url: 'https://acme.example.com/api/relay/rest/queues', body: { json: { name: 'a' } } },
  response: { status, headers: {}, body: { json: body } },
});
const recordingOf = (status: number) => ({
  header: { kind: 'cassette', version: 1, origin: 'imported', tool: 'test', redaction: 'none' } as const,
  documents: [entry(status)],
});
/** What is written to a stream of the process. */
const printedBy = async (work: () => Promise<unknown>) => {
  let out = '';
  const write = vi.spyOn(process.stdout, 'write').mockImplementation((text) => Boolean((out += text)));
  await work().finally(() => write.mockRestore());
  return out;
};

type Parts = Awaited<ReturnType<ExtendedSources['parts']>>;
let parts: Parts;
beforeAll(async () => {
  parts = await sources.parts();
}, 120_000);

describe('the examples of CONTRIBUTING.md, when they are added,', () => {
  it('are operations of the client, and the sandbox answers them', async () => {
    const sandbox = parts.createSandbox();
    const { greetings } = sandbox.client().beyond as unknown as Record<string, Record<string, Call>>;
    type Call = (...args: unknown[]) => Promise<{ id: string; text: string; data: unknown[] }>;
    const { id } = (await greetings?.create?.({ text: 'Good morning.' })) ?? {};
    expect(await greetings?.play?.(id, { to: '+12065550100' })).toMatchObject({ id, text: 'Good morning.' });
    expect((await greetings?.list?.())?.data).toHaveLength(1);
  });

  it('have facts that agree with the rows', () => {
    const [header = []] = readFileSync(join(root, 'test/oracle/operations.tsv'), 'utf8').split('\n').map(cellsOf);
    const lines = (/```tsv\n([\s\S]*?)\n```/.exec(page)?.[1] ?? '').split('\n').map(cellsOf);
    const facts = JSON.parse(/```json\n([\s\S]*?)```/.exec(page)?.[1] ?? '');
    const rows = [...parts.walkRows(parts.operations)].filter(([name]) => name.startsWith('beyond.greetings.'));
    expect(lines.map(([id]) => id)).toEqual(rows.map(([name]) => name));
    for (const [index, [name, row]] of rows.entries()) {
      const line = lines[index] ?? [];
      expect(line).toHaveLength(header.length);
      const cell = (column: string) => line[header.indexOf(column)] ?? '';
      expect({ name, ...describedBy(cell) }).toEqual({ name, ...factsOf(row) });
      expect(Object.keys(facts.requests[name] ?? {})).toEqual([
        ...Object.keys(row.needs),
        ...Object.keys(row.takes).map((field) => `${field}?`),
      ]);
      expect(facts.responses).toHaveProperty([name]);
    }
    expect(Object.keys(facts.shapes)).toEqual(['Greeting']);
  });

  it('are a verb of call documents', async () => {
    const sandbox = parts.createSandbox();
    const { phone_numbers, fabric } = sandbox.client();
    const script = {
      sections: { main: [{ count_down: { from: 3, status_url: 'https://example.com/hook' } }, 'hangup'] },
    };
    const { id } = await fabric.swml_scripts.create({ name: 'count', contents: script });
    const [number] = (await phone_numbers.list()).data;
    const { request_url } = await fabric.swml_scripts
      .get(id)
      .then((one) => (one as { swml_script: { request_url: string } }).swml_script);
    await phone_numbers.set_swml_webhook(String(number?.id), request_url);
    const { steps, webhooks } = await sandbox.ring(String(number?.number));
    expect(steps.map(({ says }) => says)).toContain('counts down from 3');
    expect(webhooks).toMatchObject([{ event: 'calling.call.count_down' }]);
  });

  it('are an importer and an exporter', async () => {
    const imported = parts.importCase([
      {
        name: 'urls.txt',
        text: 'https://acme.example.com/api/relay/rest/queues\nhttps://p:c0ffee0815@acme.example.com/api/relay/rest/queues/1',
      },
    ]);
    expect(imported.formats).toEqual(['a list of URLs']);
    expect(imported.documents).toHaveLength(2);
    expect(imported.credentials).toContain('c0ffee0815');
    expect(JSON.stringify(imported.documents)).not.toContain('c0ffee0815');
    expect(await parts.exportCase(recordingOf(200), 'addresses')).toMatch(
      /^POST https:\/\/\S+\/api\/relay\/rest\/queues\n$/,
    );
  });

  it('are a cause', async () => {
    const { failures } = await parts.explain(recordingOf(418));
    expect(failures).toMatchObject([{ trap: 'teapot', cause: expect.stringContaining('teapot') }]);
  });

  it('are a skill', async () => {
    const agent = new parts.Agent({ registry: parts.createRegistry({ env: {} }), env: {} });
    await agent.add_skill('greet');
    expect((await agent.call_tool('greet', { name: 'Ada' })).to_dict()).toMatchObject({ response: 'Hello, Ada!' });
    await agent.close();
  });

  it('are a command of the shell and of the prompt, and a hint', async () => {
    const recording = 'fixtures/issues/lost-update/session.yaml';
    expect(await printedBy(() => parts.runCommand('count', [recording]))).toBe('5 requests\n');
    expect(await printedBy(() => parts.runCommand('count', ['--help']))).toContain(
      'Count the requests of a recording.',
    );
    const bench = parts.createBench();
    const outcome = await bench.run(`.count ${recording} --webhooks`);
    expect(outcome.ok ? parts.showText(outcome.value, { columns: 80 }) : outcome.error).toBe('0 requests');
    const failed = await bench.run('println(1)');
    expect(bench.adviceOn(failed.ok ? undefined : failed.error)).toEqual(['in TypeScript, write console.log(value)']);
    await bench.close();
  });

  it('are a rule of redaction', () => {
    const placed = { place: 'entry 1', document: entry(200, { door_code: '4711-0815' }) };
    parts.redactDocuments([placed]);
    expect(JSON.stringify(placed.document)).not.toContain('4711-0815');
  });

  it('are a lesson', { timeout: 60_000 }, async () => {
    const recording = join(root, 'fixtures/notebooks/01-first-call.yaml');
    const code = lesson.code.replace(/replay: '[^']*'/, () => `replay: ${JSON.stringify(recording)}`);
    writeFileSync(join(sources.folder, 'lesson.ts'), code);
    const file = await sources.bundle('lesson.ts', 'lesson.mjs');
    expect(execFileSync(process.execPath, [file], { encoding: 'utf8', cwd: sources.folder })).toContain('sales');
  });
});

const cellsOf = (line: string) => line.split('\t');
const words = (text: string) => text.split(' ').filter(Boolean);

const describedBy = (cell: (column: string) => string) => ({
  route: `${cell('method')} ${cell('path')}`,
  words: words(cell('args')).filter((word) => !word.startsWith('**')),
  ok: Number(cell('ok')),
  required: words(cell('required')),
  optional: words(cell('optional')),
});

const factsOf = (row: Row) => ({
  route: row.route,
  words: argumentNames(row),
  ok: row.ok,
  required: Object.keys(row.needs),
  optional: Object.keys(row.takes),
});
