import { counted, Mistake } from '../../../util/index.js';
import { MAX_RESULTS } from './latest.js';

/** The texts in `In`. */
const MAX_INPUTS = 1_000;

type Numbered = Readonly<Record<number, unknown>>;

/** The variables `In` and `Out`: the inputs and their results by the number of the input, as `.history` shows it. */
export class NumberedResults {
  readonly In: Numbered = Object.create(null);
  readonly Out: Numbered = Object.create(null);

  /** `source` contains no secrets. */
  addInput(input: number, source: string): void {
    keep(this.In, input, source);
    if (input > MAX_INPUTS) release(this.In, input - MAX_INPUTS, releasedInput);
  }

  addResult(input: number, value: unknown): void {
    keep(this.Out, input, value);
  }

  /** Removes a result. Reading it explains how to get it again. */
  release(input: number): void {
    if (Object.hasOwn(this.Out, input)) release(this.Out, input, releasedResult);
  }
}

const releasedInput = () => `In has the latest ${counted(MAX_INPUTS, 'input')}. .history TEXT finds older ones.`;
const releasedResult = (input: number) =>
  `Out[${input}] is no longer in memory: Out has the latest ${MAX_RESULTS.count} results, up to about 64 MB. Run In[${input}] again.`;

function keep(numbered: Numbered, input: number, value: unknown): void {
  Object.defineProperty(numbered, input, { value, enumerable: true, configurable: true });
}

function release(numbered: Numbered, input: number, explain: (input: number) => string): void {
  const get = () => {
    throw new Mistake(explain(input));
  };
  Object.defineProperty(numbered, input, { get, enumerable: false, configurable: true });
}
