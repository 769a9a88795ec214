import { describe, expect, it } from 'vitest';
import { explain, importCase, traps } from '../../src/cases/index.js';

async function trapsIn(text: string): Promise<(string | undefined)[]> {
  const imported = importCase([{ name: 'example.txt', text }]);
  expect(imported.documents.length).toBeGreaterThan(0);
  const { failures, suspicious } = await explain(imported);
  return [...failures, ...suspicious].map(({ trap }) => trap);
}

describe('a known trap', () => {
  it.each(traps.map((trap) => [trap.name, trap] as const))(
    '%s matches in its examples, and in none of its look-alikes',
    async (name, { examples, lookAlikes }) => {
      expect(examples.length).toBeGreaterThanOrEqual(1);
      expect(lookAlikes.length).toBeGreaterThanOrEqual(2);
      for (const text of examples) expect(await trapsIn(text), text).toContain(name);
      for (const text of lookAlikes) expect(await trapsIn(text), text).not.toContain(name);
    },
  );
});
