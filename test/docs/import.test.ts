import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { importCase } from '../../src/cases/index.js';

const page = readFileSync(join(import.meta.dirname, '../../docs/import.md'), 'utf8');

it('lists the response headers that an import keeps', () => {
  const [, list = ''] = /Of the response headers, only([^.]*)\./.exec(page) ?? [];
  const kept = [...list.matchAll(/`([\w-]+)`/g)].map(([, name = '']) => name);
  const names = [...kept, 'set-cookie', 'x-api-key', 'authorization', 'etag', 'server'];
  const entry = {
    request: { method: 'GET', url: 'https://example.com/api/relay/rest/queues', headers: [] },
    response: { status: 200, headers: names.map((name) => ({ name, value: 'x' })), content: {} },
  };
  const text = JSON.stringify({ log: { version: '1.2', entries: [entry] } });
  const [document] = importCase([{ name: 'a.har', text }]).documents;
  expect(document).toMatchObject({ response: { headers: expect.anything() } });
  expect(document?.kind === 'http' && Object.keys(document.response?.headers ?? {})).toEqual(kept);
});
