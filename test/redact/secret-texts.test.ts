import { describe, expect, it } from 'vitest';
import { createRedactor, KnownSecrets, RULES } from '../../src/redact/index.js';

type Row = (typeof RULES)[number];
const textRows = (RULES as readonly Row[]).filter(({ detector }) => detector.in === 'text');
const examplesOf = (row: Row) => [row.example, ...(('examples' in row && row.examples) || [])] as string[];
const keepsOf = (row: Row) => (('keeps' in row && row.keeps) || []) as string[];

function redacted(text: string): string {
  const redactor = createRedactor();
  redactor.learn({ text }, 'a text');
  return redactor.replace({ text }, 'a text').text;
}

describe('a text of a rule', () => {
  it.each(textRows.map((row) => [row.finds, row] as const))('%s', (_finds, row) => {
    const left = examplesOf(row).filter((text) => redacted(text) === text);
    const lost = keepsOf(row)
      .filter((text) => redacted(text) !== text)
      .map((t) => `${t} => ${redacted(t)}`);
    expect({ left, lost }).toEqual({ left: [], lost: [] });
    if (row.kind !== 'secret') return;
    const code = (text: string) => new KnownSecrets().input(`run(${JSON.stringify(text)})`);
    const leftInCode = examplesOf(row).filter((text) => code(text) === `run(${JSON.stringify(text)})`);
    const lostInCode = keepsOf(row)
      .map((t) => [t, code(t)] as const)
      .filter(([t, c]) => c !== `run(${JSON.stringify(t)})`);
    expect({ leftInCode, lostInCode }).toEqual({ leftInCode: [], lostInCode: [] });
  });
});
