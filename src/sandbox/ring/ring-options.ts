import { z } from 'zod';
import type { Prompt } from '../engine/run/story.js';
import { isRecord } from '../request/read-json.js';
import { validated } from '../request/schema-problem.js';
import { isEnd } from '../subjects/calls/ends.js';

export const MAX_SECONDS = 86_400;
export const OUTCOMES = ['answers', 'busy', 'no_answer', 'declined', 'error', 'machine'] as const;
const KEYS = /^[\d*#A-D]*$/;

const Keys = z.string().regex(KEYS, {
  error: ({ input }) => `must contain only the keys 0–9, *, #, A, B, C and D, not '${wrongKey(input)}'`,
});
/** Of a long text only the wrong key, because the digits of a card must not be in an error. */
const wrongKey = (input: unknown) => {
  const text = String(input);
  return text.replace(/\D/g, '').length < 7 ? text : (/[^\d*#A-D]/u.exec(text)?.[0] ?? '');
};
const KEYS_OR_NULL = 'must contain only the keys 0–9, *, #, A, B, C and D';
const LIST = 'must be a list of strings, one for each prompt';
const digits = z.array(Keys.nullable(), `${LIST}, such as ['1']`).optional();
const speech = z.array(z.string().nullable(), `${LIST}, such as ['yes']`).optional();
/** In YAML, `1` is a number. */
export const Digits = z
  .array(z.union([z.int().min(0), Keys], KEYS_OR_NULL).nullable(), `${LIST}, such as ['1']`)
  .optional();
export const Speech = speech;
const time = (message: string) =>
  z
    .number(`must be a number of seconds up to ${MAX_SECONDS}`)
    .min(0, `must be a number of seconds up to ${MAX_SECONDS}`)
    .max(MAX_SECONDS, `must be a number of seconds up to ${MAX_SECONDS}`)
    .optional()
    .meta({ description: message });
const CALLED = 'must be a number in E.164, such as +15035550100, or a SIP address';
const CALLER = 'must be a number in E.164, such as +15035550147, or a SIP address';

export const Party = z.string(CALLER).refine(isEnd, CALLER);

const Answer = z
  .strictObject({
    outcome: z.enum(OUTCOMES).optional(),
    after: time('Seconds until the called party answers or refuses, or until the verb has its result.'),
    hangup_after: time('Seconds from the answer until the called party hangs up.'),
    digits,
    speech,
    result: z.string().optional(),
    variables: z.record(z.string(), z.unknown()).optional(),
  })
  .meta({ id: 'Answer' });

/** How called parties answer, and what verbs result in. */
export const Answers = z
  .record(z.string(), Answer, 'must be an object, such as { "+15035550100": { "outcome": "busy" } }')
  .superRefine((given, context) => {
    for (const name of Object.keys(given)) {
      if (!/^\d{7,15}$/.test(name)) continue;
      const message = `is not a number in E.164. Did you mean +${name}?`;
      context.addIssue({ code: 'custom', path: [name], message });
    }
  });

const options = {
  from: Party.optional().meta({ description: 'The calling number or SIP address.' }),
  to: z.string(CALLED).refine(isEnd, CALLED).optional().meta({
    description: 'The number or SIP address to call. The document of the number runs when the called party answers.',
  }),
  digits: digits.meta({ description: 'What the caller presses, prompt by prompt. Null is silence.' }),
  speech: speech.meta({ description: 'What the caller says, prompt by prompt. Null is silence.' }),
  hangup_after: time('Seconds until the caller hangs up.'),
  answers: Answers.optional().meta({
    description: 'How called parties answer, by number or address; by verb, the result of a step.',
  }),
};

/** A request for a call. The options of `sandbox.ring` have the same schema. */
export const RingBody = z
  .strictObject({ number: z.string().meta({ description: 'A number of the project, in E.164.' }), ...options })
  .meta({ id: 'RingOptions' });
const Options = z.strictObject(options);

/** Throws a TypeError for invalid options. In a program, `digits` and `speech` can also be functions. */
export function checkRingOptions(given: unknown): void {
  const lists = isRecord(given)
    ? Object.fromEntries(Object.entries(given).filter(([name, value]) => !isScript(name, value)))
    : given;
  const result = validated(Options, lists, 'the object of options');
  if ('problem' in result) throw new TypeError(result.problem);
  const { from, to } = result.value;
  if (from !== undefined && to !== undefined)
    throw new TypeError('from and to exclude each other: the caller of `to` is the number of the project');
}

const isScript = (name: string, value: unknown) =>
  (name === 'digits' || name === 'speech') && typeof value === 'function';

/** Throws for digits of a function that are not keys. */
export function checkKeys(text: string, { at }: Prompt): void {
  const result = validated(Keys, text, `the result of digits at ${at}`);
  if ('problem' in result) throw new TypeError(result.problem);
}
