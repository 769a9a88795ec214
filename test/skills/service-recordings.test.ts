import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openCassette } from '../../src/cassette/index.js';
import { createRegistry } from '../../src/skills/index.js';
import { FAILURES } from './stand-ins.js';

const folder = join(import.meta.dirname, '..', '..', 'fixtures', 'services');
const skills = (await createRegistry({ env: {} }).list_skills()).map(({ name }) => name);

describe.each(readdirSync(folder))('the recordings of %s', (service) => {
  it('belong to a skill, one for each kind of response', () => {
    expect(skills).toContain(service);
    const expected = ['success', 'empty', ...FAILURES].map((scenario) => `${scenario}.yaml`);
    expect(readdirSync(join(folder, service)).sort()).toEqual(expected.sort());
  });

  it('state their origin, and contain a response or a fault of their kind', () => {
    for (const file of readdirSync(join(folder, service))) {
      const { header, entries, warnings } = openCassette(join(folder, service, file));
      expect([file, header.origin, warnings]).toEqual([file, 'documented', []]);
      expect(entries.length).toBeGreaterThan(0);
      const isTimeout = file === 'timeout.yaml';
      for (const { fault } of entries) expect([file, fault]).toEqual([file, isTimeout ? 'timeout' : undefined]);
    }
  });
});
