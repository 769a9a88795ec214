import { describe, expect, it } from 'vitest';
import { operations, type Row, walkRows } from '../../../src/client/index.js';
import { createSandbox, type Sandbox } from '../../../src/sandbox.js';
import { seeded } from '../../support/random.js';
import { recorded } from './recorded.js';

const START = '2025-06-02T09:00:00Z';
const reads = [...walkRows(operations)].filter(([, row]) => row.method === 'GET');
const unnamed = (path: string) => path.replace(/\{[^}]+\}/g, '{}');

/** Requests every list, and then every resource that the lists show. */
async function explore(sandbox: Sandbox) {
  const { documents, get } = recorded(sandbox);
  const ids = new Map<string, Set<string>>();
  const paths = ({ parameters, literals }: Row): string[] =>
    parameters.reduce<string[]>(
      (done, { name, collection = '' }, i) =>
        done.flatMap((path) => {
          const known = name === 'account' ? [sandbox.credentials.project] : (ids.get(unnamed(collection)) ?? []);
          return [...known].map((id) => `${path}${id}${literals[i + 1]}`);
        }),
      [literals[0] ?? ''],
    );
  for (const depth of [0, 1, 2])
    for (const [, row] of reads) {
      if (row.parameters.filter(({ name }) => name !== 'account').length !== depth) continue;
      const known = ids.get(unnamed(row.path)) ?? new Set();
      ids.set(unnamed(row.path), known);
      for (const path of paths(row)) {
        const { body } = await get(path);
        for (const id of JSON.stringify(body).matchAll(/"(?:id|sid|call_id|call_sid)":"([^"]+)"/g))
          known.add(`${id[1]}`);
      }
    }
  return documents;
}

describe('a populated sandbox', () => {
  it('answers every read of an account as in the recording, in all families', async () => {
    const documents = await explore(createSandbox({ now: START }));
    const sandbox = createSandbox({ from: { header: { clock: START }, documents } });
    const { get } = recorded(sandbox);
    const answers = [];
    for (const { request } of documents) answers.push({ url: request.url, ...(await get(request.url)) });
    expect(sandbox.notes).toEqual([]);
    expect(documents.filter(({ response }) => response.status === 200).length).toBeGreaterThan(240);
    expect(answers).toEqual(
      documents.map(({ request, response }) => ({
        url: request.url,
        status: response.status,
        body: response.body?.json,
      })),
    );
  });

  it('answers with no status 500 if the fields of a recording have other types or are missing', async () => {
    const documents = await explore(createSandbox({ now: START }));
    const random = seeded(7);
    const other = [null, 7, true, '', 'other', ['a'], { a: 1 }];
    const changed = (value: unknown): unknown => {
      if (Array.isArray(value)) return value.map(changed);
      if (typeof value !== 'object' || value === null) return value;
      return Object.fromEntries(
        Object.entries(value).flatMap(([name, own]) => {
          if (/^(?:id|sid|call_id|call_sid|data)$/.test(name) || Array.isArray(own)) return [[name, changed(own)]];
          const draw = random.below(10);
          return draw < 1 ? [] : [[name, draw < 4 ? random.pick(other) : changed(own)]];
        }),
      );
    };
    const hostile = documents.map((one) => ({
      ...one,
      response: { ...one.response, body: { json: changed(one.response.body?.json) } },
    }));
    const { get } = recorded(createSandbox({ from: { header: { clock: START }, documents: hostile } }));
    const failed = [];
    for (const { request } of hostile) if ((await get(request.url)).status === 500) failed.push(request.url);
    expect(failed).toEqual([]);
  });
});
