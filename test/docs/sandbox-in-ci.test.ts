import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { parse as parseYaml } from 'yaml';
import { sandbox as command } from '../../src/commands/index.js';
import { KINDS } from '../../src/sandbox/control/verify/records.js';
import { createSandbox } from '../../src/sandbox.js';
import { sandboxFixtures } from '../../src/sandbox-vitest.js';

const docs = join(import.meta.dirname, '..', '..', 'docs');
const read = (file: string) => readFileSync(join(docs, file), 'utf8');
const page = read('sandbox-in-ci.md');
const section = (title: string) => page.split(`## ${title}`)[1]?.split('\n## ')[0] ?? '';
const rowsOf = (text: string) =>
  [...text.matchAll(/^\| `([^`]+)` \| (.*) \|$/gm)].map(([, name = '', rest = '']) => [name, rest]);

it('shows an example for vitest that passes', async () => {
  const [, code = ''] = /```ts\n([\s\S]*?)```/.exec(page) ?? [];
  const body = /test\('a message reaches the phone', (async [\s\S]*\})\);\n$/.exec(code)?.[1] ?? '';
  const test = new Function(`return ${body}`)() as (fixtures: object) => Promise<void>;
  const sandbox = createSandbox();
  await test({ sandbox, platform: sandbox.client(), expect });
  expect(sandbox.inbox).toHaveLength(1);
});

it('lists all fixtures for vitest', () => {
  expect(
    rowsOf(section('Tests in vitest'))
      .map(([name]) => name)
      .sort(),
  ).toEqual(Object.keys(sandboxFixtures).sort());
});

it('lists the kinds and fields of a verification', () => {
  const listed = rowsOf(section('Verify')).map(([kind = '', fields = '']) => [
    kind,
    [...fields.matchAll(/`(\w+)`/g)].map(([, field]) => field).sort(),
  ]);
  expect(listed).toEqual(Object.entries(KINDS).map(([kind, fields]) => [kind, [...fields].sort()]));
});

it('lists options that the command has', () => {
  const names = rowsOf(section('Start and stop a server')).map(([name = '']) => name.split(' ')[0]?.slice(2));
  expect(Object.keys(command.options)).toEqual(expect.arrayContaining(names));
});

it.each(['ci/Containerfile', 'ci/compose.yaml', 'ci/workflow.yaml'])('has options of the command in %s', (file) => {
  const options = [...read(file).matchAll(/(?<=["\s])--([a-z-]+)(?=["\s])/g)].map(([, name]) => name);
  const others = ['global', 'no-audit', 'no-fund', 'interval', 'timeout', 'start-period', 'exit-code-from'];
  const own = options.filter((name) => !others.includes(String(name)));
  expect(Object.keys(command.options)).toEqual(expect.arrayContaining(own));
});

it('has examples for containers in valid YAML, with the project of a new sandbox', () => {
  const { services } = parseYaml(read('ci/compose.yaml')) as {
    services: { tests: { environment: Record<string, string>; network_mode: string } };
  };
  expect(services.tests.network_mode).toBe('service:patchbay');
  expect(services.tests.environment.PLATFORM_PROJECT_ID).toContain(createSandbox().credentials.project);
  expect(parseYaml(read('ci/workflow.yaml'))).toMatchObject({ jobs: { 'with-a-service': { services: {} } } });
});

it('has the Python example of the page in the tests that CI runs', () => {
  expect(read('ci/test_messages.py')).toContain('def test_a_message_reaches_the_phone(sandbox):');
  expect(page).toContain('def test_a_message_reaches_the_phone(sandbox):');
});
