import { typeAndSize } from '../help/value.js';
import { ownValue } from '../inspect/own-value.js';
import type { Session } from './complete.js';
import { type Completion, ranked, type Suggestion } from './suggestion.js';

/** The variables of the prompt with the inputs and results by number. */
export const NUMBERED: Readonly<Record<string, string>> = {
  In: 'The inputs of this session by number, up to 1,000. .history lists the numbers.',
  Out: 'The results of this session by the number of the input: the latest 200, up to about 64 MB. The last one always stays.',
};

/** Completes the number in `Out[` and `In[`, latest first. */
export function numberedCompletion(
  source: string,
  at: number,
  session: Pick<Session, 'isDeclared' | 'peek'>,
): Completion | undefined {
  const [, name, digits = ''] = /(?<![\p{ID_Continue}$.])(In|Out)\[(\d*)$/u.exec(source.slice(0, at)) ?? [];
  if (name === undefined || session.isDeclared(name)) return undefined;
  const values = session.peek(name)?.value;
  const inputs = session.peek('In')?.value;
  if (typeof values !== 'object' || values === null) return undefined;
  const items = Object.keys(values)
    .reverse()
    .map((text): Suggestion => {
      const input = String(ownValue(inputs, text) ?? '').replace(/\s+/g, ' ');
      return {
        text,
        kind: 'value',
        detail: name === 'In' ? input : `${typeAndSize(ownValue(values, text))} · ${input}`,
      };
    });
  return { from: at - digits.length, to: at, items: ranked(items, digits) };
}
