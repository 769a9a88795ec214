import { expect } from 'vitest';
import { checkDocument } from '../../../src/sandbox/check/load-check.js';

/** What the check may find in a document that rings without a problem, with the reason. */
const EXCEPT: readonly (readonly [RegExp, string])[] = [
  [/no call reaches the section (?:sub|echo|end):/, 'each document of the law of verbs has the same sections'],
];

/** A document that a call ran without a problem has none before the call. */
export async function expectCleanCheck(text: string): Promise<void> {
  const { problems } = await checkDocument(text);
  const found = problems.filter(({ message }) => !EXCEPT.some(([allowed]) => allowed.test(message)));
  expect(found, text).toEqual([]);
}
