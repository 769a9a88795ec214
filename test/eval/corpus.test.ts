import { describe, expect, it } from 'vitest';
import { createEvaluator, type Evaluator } from '../../src/eval/index.js';
import { agrees, asText, corpus, errorText, type TextOutcome } from '../corpus/evaluator.js';

async function outcomeOf(evaluator: Evaluator, source: string): Promise<TextOutcome> {
  try {
    return { value: asText((await evaluator.run(source)).value) };
  } catch (error) {
    return { error: errorText(error) };
  }
}

describe('the corpus, in one session', () => {
  const evaluator = createEvaluator();

  it.each(corpus.map((entry, index) => ({ index, ...entry })))('$index: $source', async ({ index: _, ...entry }) => {
    const outcome = await outcomeOf(evaluator, entry.source);
    if (!agrees(entry, outcome)) expect(outcome).toEqual(entry);
  });

  it('has the stated size', () => {
    expect(corpus.length).toBeGreaterThanOrEqual(190);
  });
});
