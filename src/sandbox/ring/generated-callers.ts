import type { CallerChoices } from '../check/caller-choices.js';
import type { Answer, Prompt, RingOptions } from '../engine/run/story.js';
import { answersOf } from './scripted-results.js';

/** What a generated caller enters at each prompt, and how the people and servers of its call behave. */
export interface GeneratedCaller {
  readonly inputs: readonly (string | null)[];
  /** How the called parties, the agents of queues and the verbs behave. */
  readonly answers: Readonly<Record<string, Answer>>;
  /** The scripted replies that answer before the others, by position. */
  readonly replies: readonly number[];
  /** The queues in which another caller waits. */
  readonly queues: readonly string[];
}

/** What happened in the call of a generated caller. */
export interface CallerResult {
  /** The steps that ran. */
  readonly reached: ReadonlySet<string>;
  /** Other things that happened, such as a called party who does not answer. One may lead to the next. */
  readonly events: ReadonlySet<string>;
  /** The number of prompts that the caller heard. */
  readonly prompts: number;
  /** What callers can do in the documents that are known so far. */
  readonly choices: CallerChoices;
  /** The scripted replies to its requests that others answered, by position. */
  readonly otherReplies: readonly number[];
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
const SILENCE: GeneratedCaller = { inputs: [], answers: {}, replies: [], queues: [] };

/**
 * Rings with callers that enter what the documents compare with, and lets people and servers behave in each way. A caller
 * that reached a new step is the start of further callers. One that only let something else happen is too, but later.
 */
export async function exploreCallers<R extends CallerResult>(
  ring: (caller: GeneratedCaller) => Promise<R>,
): Promise<Explored<R>> {
  const waiting = new Callers();
  const reached = new Set<string>();
  const events = new Set<string>();
  const callers: { caller: GeneratedCaller; result: R; added: number }[] = [];
  let calls = 0;
  waiting.add([SILENCE], true);
  for (let caller = waiting.next(); caller !== undefined; caller = waiting.next()) {
    calls++;
    const result = await ring(caller);
    const added = addAll(reached, result.reached);
    const isNew = addAll(events, result.events) > 0;
    if (added > 0) callers.push({ caller, result, added });
    if (added > 0 || isNew) waiting.add(variants(caller, result), added > 0);
    if (calls === MAX_CALLS) break;
  }
  return { callers, reached, calls, isLimited: waiting.next() !== undefined };
}

/** Returns the number of texts that are new. */
function addAll(known: Set<string>, more: ReadonlySet<string>): number {
  const before = known.size;
  for (const one of more) known.add(one);
  return known.size - before;
}

/** The callers that have not rung, each once. */
class Callers {
  readonly #first: GeneratedCaller[] = [];
  readonly #later: GeneratedCaller[] = [];
  readonly #known = new Set<string>();

  add(callers: readonly GeneratedCaller[], isFirst: boolean): void {
    for (const one of callers) {
      const key = JSON.stringify([one.inputs, Object.entries(one.answers).sort(), one.replies, [...one.queues].sort()]);
      if (this.#known.has(key)) continue;
      this.#known.add(key);
      (isFirst ? this.#first : this.#later).push(one);
    }
  }

  next(): GeneratedCaller | undefined {
    return this.#first.shift() ?? this.#later.shift();
  }
}

/** The callers that differ from one in a later input, in one more answer or reply, or in one more queue. */
function variants(caller: GeneratedCaller, { prompts, choices, otherReplies }: CallerResult): GeneratedCaller[] {
  const { inputs, answers, replies, queues } = caller;
  const entered = Array.from({ length: Math.max(0, Math.min(prompts, MAX_PROMPTS) - inputs.length) }, (_, later) =>
    inputsFor(choices).map((input) => ({ ...caller, inputs: [...inputs, ...Array(later).fill(null), input] })),
  );
  const answered = Object.entries(answersFor(choices)).flatMap(([name, all]) =>
    name in answers ? [] : all.map((answer) => ({ ...caller, answers: { ...answers, [name]: answer } })),
  );
  const filled = choices.queues.filter((name) => !queues.includes(name));
  return [
    ...entered.flat(),
    ...answered,
    ...otherReplies.map((one) => ({ ...caller, replies: [one, ...replies] })),
    ...filled.map((name) => ({ ...caller, queues: [...queues, name] })),
  ];
}

/** The inputs of the documents, and a key that none of them expects. */
function inputsFor({ inputs }: CallerChoices): string[] {
  const other = [...'9876543210'].find((key) => !inputs.includes(key));
  return [...inputs, ...(other === undefined ? [] : [other])];
}

const answersFor = ({ parties, verbs }: CallerChoices): Record<string, readonly Answer[]> => ({
  ...Object.fromEntries(parties.map((name) => [name, [...OUTCOMES.map((outcome) => ({ outcome })), ...CONFIRMS]])),
  ...Object.fromEntries(verbs.map((name) => [name, answersOf(name)])),
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
