import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '..', '..');
const [program = ''] = [
  ...readFileSync(join(root, 'docs', 'support.md'), 'utf8').matchAll(/```ts\n([\s\S]*?)```/g),
].map(([, code]) => code);

/** Runs the program of the page outside of this process, as a program that depends on the package. */
function output(code: string, kind: 'module' | 'commonjs') {
  const { stdout, stderr } = spawnSync(process.execPath, [`--input-type=${kind}`, '-e', code], {
    cwd: root,
    encoding: 'utf8',
  });
  return { stderr, value: stdout === '' ? undefined : (JSON.parse(stdout) as unknown) };
}

it('shows a program with patchbay/cases that finds the cause and shortens the case', () => {
  const shown = `console.log(JSON.stringify({ failures, requests, small: small.documents, values, script }));`;
  expect(output(`${program}\n${shown}`, 'module')).toEqual({
    stderr: '',
    value: {
      failures: [
        expect.objectContaining({
          operation: 'queues.create',
          field: 'max_size',
          correction: expect.objectContaining({ isTried: true, code: expect.stringContaining('max_size: 5') }),
        }),
      ],
      requests: [expect.objectContaining({ outcome: 'new', status: 422 })],
      small: [expect.objectContaining({ request: expect.objectContaining({ body: { json: { max_size: '5' } } }) })],
      values: [],
      script: expect.stringContaining('/api/relay/rest/queues'),
    },
  });
});

it('exports the same functions to a CommonJS program', () => {
  const code = `console.log(JSON.stringify(Object.entries(require('patchbay/cases')).map(([name, one]) => [name, typeof one])))`;
  const { value } = output(code, 'commonjs');
  for (const name of ['importCase', 'links', 'explain', 'replay', 'minimize', 'exportCase'])
    expect(value).toContainEqual([name, 'function']);
});
