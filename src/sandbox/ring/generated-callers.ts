import type { CallerChoices } from '../check/caller-choices.js';
import type { Answer, Prompt, RingOptions } from '../engine/run/story.js';
import { resultsOf } from './scripted-results.js';

/** What a generated caller enters at each prompt, and how the called parties and the verbs behave. */
export interface GeneratedCaller {
  readonly inputs: readonly (string | null)[];
  readonly answers: Readonly<Record<string, Answer>>;
}

/** What happened in the call of a generated caller. */
export interface CallerResult {
  /** The steps that ran. */
  readonly reached: ReadonlySet<string>;
  /** The number of prompts that the caller heard. */
  readonly prompts: number;
}

export interface Explored<R> {
  /** The callers that reached steps before all others, with their results. */
  readonly callers: readonly { readonly caller: GeneratedCaller; readonly result: R; readonly added: number }[];
  readonly reached: ReadonlySet<string>;
  /** The number of calls. */
  readonly calls: number;
  /** Whether callers were left when the limit was reached. */
  readonly isLimited: boolean;
}

const MAX_CALLS = 300;
const MAX_PROMPTS = 12;
const OUTCOMES = ['busy', 'no_answer', 'machine'] as const;
/** A person who answers may accept the call, or refuse it. */
const CONFIRMS: readonly Answer[] = [{ digits: ['1'] }, { digits: ['2'] }];

/**
 * Rings with callers that enter what the documents compare with, and lets called parties behave in each way. A caller that
 * reached a new step is the start of further callers.
 */
export async function exploreCallers<R extends CallerResult>(
  choices: CallerChoices,
  ring: (caller: GeneratedCaller) => Promise<R>,
): Promise<Explored<R>> {
  const waiting: GeneratedCaller[] = [{ inputs: [], answers: {} }];
  const reached = new Set<string>();
  const callers: { caller: GeneratedCaller; result: R; added: number }[] = [];
  let calls = 0;
  for (const caller of waiting) {
    if (calls === MAX_CALLS) break;
    calls++;
    const result = await ring(caller);
    const before = reached.size;
    for (const one of result.reached) reached.add(one);
    const added = reached.size - before;
    if (added === 0) continue;
    callers.push({ caller, result, added });
    waiting.push(...variants(caller, result, choices));
  }
  return { callers, reached, calls, isLimited: waiting.length > MAX_CALLS };
}

/** The callers that differ from one in a later input, or in one more answer. */
function variants({ inputs, answers }: GeneratedCaller, { prompts }: CallerResult, choices: CallerChoices) {
  const entered = Array.from({ length: Math.min(prompts, MAX_PROMPTS) - inputs.length }, (_, later) =>
    inputsFor(choices).map((input) => ({ inputs: [...inputs, ...Array(later).fill(null), input], answers })),
  );
  const given = Object.entries(answersFor(choices)).flatMap(([name, all]) =>
    name in answers ? [] : all.map((answer) => ({ inputs, answers: { ...answers, [name]: answer } })),
  );
  return [...entered.flat(), ...given];
}

/** The inputs of the documents, and a key that none of them expects. */
function inputsFor({ inputs }: CallerChoices): string[] {
  const other = [...'9876543210'].find((key) => !inputs.includes(key));
  return [...inputs, ...(other === undefined ? [] : [other])];
}

const answersFor = ({ parties, verbs }: CallerChoices): Record<string, readonly Answer[]> => ({
  ...Object.fromEntries(parties.map((name) => [name, [...OUTCOMES.map((outcome) => ({ outcome })), ...CONFIRMS]])),
  ...Object.fromEntries(verbs.map((name) => [name, resultsOf(name).map((result) => ({ result }))])),
});

/** The options of a call by a generated caller. `prompts` counts the prompts that it hears. */
export function optionsOf({ inputs, answers }: GeneratedCaller): {
  readonly options: RingOptions;
  prompts(): number;
} {
  let last: Prompt | undefined;
  let count = 0;
  const inputAt = (prompt: Prompt): string => {
    if (prompt !== last) count++;
    last = prompt;
    return inputs[count - 1] ?? '';
  };
  const isKeys = (text: string) => /^[\d*#A-D]*$/.test(text);
  const options: RingOptions = {
    digits: (prompt) => {
      const input = inputAt(prompt);
      const ends = !prompt.needs_terminator || [...input].some((key) => prompt.terminators?.includes(key));
      return isKeys(input) && ends ? input : null;
    },
    speech: (prompt) => inputAt(prompt) || null,
    ...(Object.keys(answers).length > 0 && { answers }),
  };
  return { options, prompts: () => count };
}
