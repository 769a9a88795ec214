import { beforeAll, describe, expect, test } from 'vitest';
import { caseNames, type Judged, judge, type Verdict } from './unseen/judge.js';

/**
 * A hundred inputs that were written from the public documents alone: fifty that fail, and fifty healthy ones that look
 * alike. `unseen/DIFFERENCES.md` is the record of the first run. An expectation changes only if it misreads a document.
 */
describe('cases that nobody here had seen', () => {
  const judged: Judged[] = [];
  beforeAll(async () => {
    for (const name of caseNames()) judged.push(await judge(name));
  }, 300_000);

  const lines = (verdict: Verdict) =>
    judged.filter((one) => one.verdict === verdict).map(({ name, reasons }) => `${name}: ${reasons.join('; ')}`);

  test('there are fifty of each', () => {
    expect(judged.filter(({ expected }) => expected.failing)).toHaveLength(50);
    expect(judged.filter(({ expected }) => !expected.failing)).toHaveLength(50);
  });

  test('no explanation is wrong, and nothing healthy is accused', () => {
    expect(lines('wrong')).toEqual([]);
  });

  test('at least four of five are right', () => {
    const others = [...lines('absent'), ...lines('vague')];
    expect(judged.length - others.length - lines('wrong').length, others.join('\n')).toBeGreaterThanOrEqual(80);
  });
});
