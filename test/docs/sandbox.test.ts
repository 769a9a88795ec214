import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import { createBench } from '../../src/bench/index.js';
import { checkFiles } from '../../src/commands/runs/documents/check-files.js';
import { checkSheet } from '../../src/commands/runs/documents/check-sheet.js';
import { REPLY_FIELDS, readReplies } from '../../src/sandbox/cast/replies.js';
import { controlRoutes } from '../../src/sandbox/control/api/routes.js';
import { createSandbox } from '../../src/sandbox.js';
import { showText } from '../../src/show/index.js';

const root = join(import.meta.dirname, '..', '..');
const page = readFileSync(join(root, 'docs', 'sandbox.md'), 'utf8');
const examples = [...page.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, code = '']) => code);
const [example = ''] = examples;
const webhooks = examples.find((code) => code.includes('webhooks.follow')) ?? '';

it('shows an example that returns the value in its comment', async () => {
  const bench = createBench({ directory: root });
  const [, value] = /\/\/ '(\w+)'\n$/.exec(example) ?? [];
  expect(await bench.run(example)).toMatchObject({ ok: true, value });
  await bench.close();
});

it('shows the end of a call to outside', async () => {
  const bench = createBench({ directory: root });
  const code = examples.find((one) => one.includes('no_answer')) ?? '';
  const [, value] = /\/\/ '(.+)'\n$/.exec(code) ?? [];
  expect(await bench.run(code)).toMatchObject({ ok: true, value });
  await bench.close();
});

it('shows commands and expressions that control the sandbox', async () => {
  const bench = createBench({ directory: root });
  const rows = [...page.matchAll(/^\| `(\.sandbox [^`]+)` \| `([^`]+)` \|/gm)];
  expect(rows.length).toBe(8);
  await bench.run("const number = '+12065550100'");
  for (const [, command = '', expression = ''] of rows) {
    const input = command.replace('NUMBER', '+12065550100');
    expect([input, await bench.run(input)]).toEqual([input, expect.objectContaining({ ok: true })]);
    expect([expression, await bench.run(expression)]).toEqual([expression, expect.objectContaining({ ok: true })]);
  }
  await bench.close();
});

it('shows an example that follows and answers the requests to servers', async () => {
  const bench = createBench({ directory: root });
  const [, value = ''] = /\/\/ (.*)\n$/.exec(webhooks) ?? [];
  expect(await bench.run(webhooks)).toMatchObject({ ok: true, value: JSON.parse(value.replaceAll("'", '"')) });
  await bench.close();
});

it('shows replies that can be read, and all their fields', async () => {
  const [, text = ''] = /```yaml\n(replies:[\s\S]*?)```/.exec(page) ?? [];
  const { replies } = await readReplies(text, 'replies.yaml', 'https://folder.invalid/');
  expect(replies.length).toBe(3);
  const [table = ''] = /^\| field \| meaning \|[\s\S]*?\n\n/m.exec(page) ?? [];
  const named = [...table.matchAll(/`(\w+)`(?=[^|]*\| )/g)].map(([, name]) => name);
  expect(named.filter((name) => REPLY_FIELDS.includes(name ?? ''))).toEqual(REPLY_FIELDS);
});

it('shows what the check of a document prints', async () => {
  const [, text = '', output = ''] = /```yaml\n(sections:[\s\S]*?)```\n\n```output\n([\s\S]*?)```/.exec(page) ?? [];
  const folder = mkdtempSync(join(tmpdir(), 'check-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'menu.yaml'), text);
  const shown = showText(checkSheet(await checkFiles([join(folder, 'menu.yaml')]), 100), { columns: 100 });
  expect(`${shown}\n`.replaceAll(`${folder}/`, '')).toBe(output);
});

it('has examples for the requests of the control API, and they work in a new sandbox', async () => {
  const sandbox = createSandbox();
  const server = await sandbox.listen(0, { projects: true });
  onTestFinished(server.close);
  const { project, token } = server.credentials;
  const authorization = `Basic ${Buffer.from(`${project}:${token}`).toString('base64')}`;
  const isWithoutExample = ({ path, method }: (typeof controlRoutes)[number]) =>
    path === '/restore' || (path === '/projects' && method === 'DELETE');
  for (const { method, path, body: schema, example = {} } of controlRoutes.filter((one) => !isWithoutExample(one))) {
    expect([method, path, example.body !== undefined]).toEqual([method, path, schema !== undefined]);
    const body = example.body === undefined ? undefined : JSON.stringify(example.body);
    const query = example.query === undefined ? '' : `?${example.query}`;
    const init = { method, headers: { authorization }, ...(body !== undefined && { body }) };
    const { status } = await fetch(`${server.url}/_patchbay/api${path}${query}`, init);
    expect([method, path, status]).toEqual([method, path, 200]);
  }
});

it('shows a curl command that advances the clock', async () => {
  const [command = ''] = /^curl .*$/m.exec(page) ?? [];
  const server = await createSandbox().listen();
  onTestFinished(server.close);
  const { project, token } = server.credentials;
  const env = { PLATFORM_PROJECT_ID: project, PLATFORM_API_TOKEN: token, PLATFORM_SPACE: server.url };
  const { stdout } = await promisify(execFile)('sh', ['-c', command], { env: { PATH: process.env.PATH, ...env } });
  expect(JSON.parse(stdout)).toEqual({ now: '2025-06-02T09:01:00.000Z' });
});
