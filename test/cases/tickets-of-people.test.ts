import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { droppedLines, importUnpacked } from '../../src/cases/index.js';
import { saveRedacted } from '../../src/cassette/index.js';
import { importedFrom, inputsOf, judgementOf, judgeTicket, ticketNames } from './tickets-of-people/judge.js';

it('reads 306 tickets of people as a careful person does', { timeout: 120_000 }, async () => {
  const names = ticketNames();
  expect(names).toHaveLength(306);
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
    const documents = [...imported.documents, ...imported.notes];
    saveRedacted(
      file,
      { ...imported, documents },
      { isNew: true, secrets: imported.credentials, review: { kept: [] } },
    );
    const text = readFileSync(file, 'utf8');
    for (const value of planted.map((parts) => parts.join(''))) {
      searched++;
      if (text.includes(value) || text.includes(value.replace(/[ -]/g, ''))) leaked.push(`${name}: ${value}`);
    }
  }
  rmSync(folder, { recursive: true });
  expect(searched).toBe(358);
  expect(leaked).toEqual([]);
});

it('shows none of their secret values in the report of the import', () => {
  const shown: string[] = [];
  for (const name of ticketNames()) {
    const { planted = [] } = judgementOf(name);
    const values = planted.map((parts) => parts.join('')).filter((value) => !/^[\p{L} .'-]+$/u.test(value));
    const text = reportOf(name);
    shown.push(...values.filter((value) => text.includes(value)).map((value) => `${name}: ${value}`));
  }
  expect(shown).toEqual([]);
});

/** The notes and the requests that were left out, or the error. */
function reportOf(name: string): string {
  try {
    const { problems, dropped } = importUnpacked([{ inputs: inputsOf(name), problems: [] }], { howToKeep: 'name it' });
    return [...problems, ...droppedLines(dropped)].join('\n');
  } catch (error) {
    return String(error);
  }
}
