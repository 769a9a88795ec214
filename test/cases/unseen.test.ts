import { expect, it } from 'vitest';
import { caseNames, type Judged, judge } from './unseen/judge.js';

it('100 unseen cases: none is explained wrongly, and at least 80 in 100 rightly', { timeout: 300_000 }, async () => {
  const judged: Judged[] = [];
  for (const name of caseNames()) judged.push(await judge(name));
  const named = (verdict: string) =>
    judged.filter((one) => one.verdict === verdict).map(({ name, reasons }) => ({ name, reasons }));
  expect(judged.length).toBeGreaterThanOrEqual(100);
  expect(named('wrong')).toEqual([]);
  expect(named('absent')).toEqual([]);
  expect(named('right').length / judged.length).toBeGreaterThanOrEqual(0.8);
});
