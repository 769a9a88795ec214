import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { saveRedacted } from '../../src/cassette/index.js';
import { importedFrom, judgementOf, judgeTicket, ticketNames } from './tickets-of-people/judge.js';

it('reads 250 tickets of people as a careful person does', { timeout: 120_000 }, async () => {
  const names = ticketNames();
  expect(names).toHaveLength(250);
  const judged = [];
  for (const name of names) judged.push(await judgeTicket(name));
  expect(judged.filter(({ verdict }) => verdict !== 'right')).toEqual([]);
});

it('writes none of their personal and secret values', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tickets-'));
  const leaked: string[] = [];
  let searched = 0;
  for (const name of ticketNames()) {
    const { planted = [] } = judgementOf(name);
    const imported = importedFrom(name);
    if (planted.length === 0 || imported instanceof Error) continue;
    const file = join(folder, `${name}.yaml`);
    saveRedacted(file, imported, { isNew: true, secrets: imported.credentials, review: { kept: [] } });
    const text = readFileSync(file, 'utf8');
    for (const value of planted.map((parts) => parts.join(''))) {
      searched++;
      if (text.includes(value) || text.includes(value.replace(/[ -]/g, ''))) leaked.push(`${name}: ${value}`);
    }
  }
  rmSync(folder, { recursive: true });
  expect(searched).toBe(286);
  expect(leaked).toEqual([]);
});
