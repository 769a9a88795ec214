import { describe, expect, it } from 'vitest';
import { pathsIn, tokensOf } from '../../src/assist/tokens.js';
import { checked } from '../../src/eval/parse/completeness.js';
import { codeTokens } from '../../src/javascript/tokens.js';
import { highlighted } from '../../src/repl/editor/highlight.js';
import { sampled } from '../support/rotation.js';
import { inTime, longRuns, UNFINISHED, unfinishedCode } from '../support/unfinished-code.js';

const SEED = 15;
const COUNT = 100_000;
/** The first thousands of inputs have each piece in many neighbourhoods. */
const generated = sampled([...unfinishedCode(SEED, COUNT)], (_, at) => at < 250);
const LIMIT_MS = 100_000;
/** Long enough to show quadratic time. */
const LENGTH = 32_768;
const PLAIN = 'f(a) + b; \t// c\n';
/** The extra time that a busy machine adds to a measurement. */
const TIMER_MS = 20;

/** Some pieces of each kind, alone and behind and in each quote, in every run. */
const runs = sampled([...longRuns(SEED, 100, LENGTH)], (_, at) => at % 32 === 0);

/** The functions that read code without a parser, or before the parser. */
const READERS: Readonly<Record<string, (source: string) => unknown>> = {
  'the completeness check': checked,
  'completion and advice': (source) => [tokensOf(source), pathsIn(source)],
  'the redaction of code': codeTokens,
  'the colours of the editor': (source) => highlighted(source, source.length),
};

describe.each(Object.entries(READERS))('%s', (_name, read) => {
  it.each(UNFINISHED)('returns for %j', (source) => {
    inTime(() => read(source), 5_000);
  });

  it(`comes back from ${generated.length} generated inputs`, { timeout: 2 * LIMIT_MS }, () => {
    let latest = '';
    let count = 0;
    try {
      inTime(() => {
        for (latest of generated) {
          read(latest);
          count += 1;
        }
      }, LIMIT_MS);
    } catch (cause) {
      throw new Error(`seed ${SEED}, input ${count}: ${JSON.stringify(latest)}`, { cause });
    }
    expect(count).toBe(generated.length);
  });

  it('takes at most 20 times as long per byte as short plain code', { timeout: 2 * LIMIT_MS }, () => {
    const best = (text: string, times: number) => {
      let ms = Number.POSITIVE_INFINITY;
      for (let i = 0; i < times; i++) {
        const begun = performance.now();
        inTime(() => read(text), LIMIT_MS);
        ms = Math.min(ms, performance.now() - begun);
      }
      return ms;
    };
    const most = 20 * 16 * best(PLAIN.repeat(LENGTH / PLAIN.length / 16), 20) + TIMER_MS;
    // A slow result is measured again, because the machine may have been busy.
    const slow = runs.flatMap(([piece, text]) => {
      const ms = best(text, 1);
      return ms > most && best(text, 5) > most
        ? [`${JSON.stringify(piece)}: ${Math.round(ms)} ms of ${Math.round(most)}`]
        : [];
    });
    expect(slow).toEqual([]);
  });
});
