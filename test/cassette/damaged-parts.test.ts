import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { openParts } from '../../src/cassette/index.js';

const folder = mkdtempSync(join(tmpdir(), 'parts-'));
afterAll(() => rmSync(folder, { recursive: true }));

const HEADER = { kind: 'cassette', version: 1, origin: 'imported', tool: 'test', redaction: 'none' };

describe('a file with very many invalid parts', () => {
  it.each([
    ['lines that are not JSON', '{"kind":', 'ndjson'],
    ['lines that are not objects', '[]', 'ndjson'],
    ['objects that are not entries', '{}', 'ndjson'],
    ['entries that are invalid', '{"kind":"http"}', 'ndjson'],
    ['YAML documents that are not entries', '---\n{}', 'yaml'],
  ])('is read up to a number of them: %s', (_, part, ending) => {
    const file = join(folder, `parts.${ending}`);
    writeFileSync(file, `${JSON.stringify(HEADER)}\n${`${part}\n`.repeat(30_000)}`);
    const { header, documents, problems, problemCount } = openParts(file);
    expect(header).toMatchObject(HEADER);
    expect(documents).toEqual([]);
    expect(problemCount).toBe(10_000);
    expect(problems[0]).toMatch(/:\d+: not read from here, because 10,000 parts before are invalid$/);
    expect(problems.length).toBeLessThan(30);
  });
});
