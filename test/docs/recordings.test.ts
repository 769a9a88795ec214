import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createBench } from '../../src/bench/index.js';
import { CassetteHeader } from '../../src/cassette/format/schema.js';
import { parseCassette, toYaml } from '../../src/cassette/index.js';

const page = readFileSync(join(import.meta.dirname, '../../docs/recordings.md'), 'utf8');

it('shows a recording in the format of the recorder', () => {
  const [, example = ''] = /```yaml\n([\s\S]*?)```/.exec(page) ?? [];
  const cassette = parseCassette(example, 'page.yaml');
  expect(cassette.warnings).toEqual([]);
  expect(toYaml(cassette)).toBe(example);
});

it('shows a webhook entry that can be read', () => {
  const [, , entry = ''] = /```yaml\n([\s\S]*?)```[\s\S]*?```yaml\n([\s\S]*?)```/.exec(page) ?? [];
  const header = 'kind: cassette\nversion: 1\norigin: sandbox\ntool: x\nredaction: none\n';
  const { documents } = parseCassette(`---\n${header}---\n${entry}`, 'page.yaml');
  expect(documents).toMatchObject([{ kind: 'webhook', event: 'call document', response: { status: 200 } }]);
});

it('names every field of the header and of an exchange', () => {
  const named = [...page.matchAll(/`([\w]+)`/g)].map(([, name]) => name);
  const fields = [
    ...Object.keys(CassetteHeader.shape),
    'op',
    'request',
    'response',
    'fault',
    'code',
    'ms',
    'reason',
    'trailers',
    'unanswered',
    ...CassetteHeader.shape.origin.options,
  ];
  expect(fields.filter((field) => !named.includes(field))).toEqual([]);
});

it('shows a program that records and replays', async () => {
  const [, example = ''] = /```ts\n([\s\S]*?)```/.exec(page) ?? [];
  const folder = mkdtempSync(join(tmpdir(), 'recordings-page-'));
  const bench = createBench({ directory: join(import.meta.dirname, '../..') });
  const code = example.replace("'story.yaml'", JSON.stringify(join(folder, 'story.yaml')));
  expect(await bench.run(code)).toMatchObject({ ok: true, value: [] });
  await bench.close();
  rmSync(folder, { recursive: true });
});
