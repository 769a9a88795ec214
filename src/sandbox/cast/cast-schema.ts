import { z } from 'zod';
import { Answers, Digits, MAX_SECONDS, OUTCOMES, Party, Speech } from '../ring/ring-options.js';
import { ENDINGS } from './cast.js';
import { Reply } from './replies.js';

const MAX_PARTIES = 100;
const MAX_EXPECTATIONS = 100;
const MAX_REPLIES = 1000;
const MAX_NAME = 40;

const DURATION = `must be a number of seconds up to ${MAX_SECONDS}, or a time such as 5s or 1m30s`;
const TIME = /^(?=\d)(?:\d{1,2}h)?(?:\d{1,4}m)?(?:\d{1,5}(?:\.\d{1,3})?s?)?$/;
const Duration = z.union(
  [z.number(DURATION).min(0, DURATION).max(MAX_SECONDS, DURATION), z.string().regex(TIME, DURATION)],
  DURATION,
);
const duration = (description: string) => Duration.optional().meta({ description });

const NAME = `is not a name: use up to ${MAX_NAME} letters, digits, blanks, dots and dashes, a letter first`;
const Name = z
  .string()
  .regex(/^\p{L}[\p{L}\p{N} ._-]*$/u, NAME)
  .max(MAX_NAME, NAME);

const Text = z.string().min(1, 'must not be empty');
const Texts = z.union([Text, z.array(Text).min(1).max(MAX_EXPECTATIONS)], 'must be a text, or a list of texts');
const Fields = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]));

const heard = {
  hears: Texts.optional().meta({ description: 'Texts that are heard, in this order. A part of a text is enough.' }),
  never_hears: Texts.optional().meta({ description: 'Texts that are not heard.' }),
  meets: Texts.optional().meta({
    description: 'The people with whom it is connected, or in a conference that has begun.',
  }),
};

/** An entry has one field: what is expected. */
const oneOf = (given: object, context: z.core.$RefinementCtx): void => {
  const names = Object.keys(given).filter((name) => name !== 'with');
  const [only, ...more] = names;
  if (only === undefined) context.addIssue({ code: 'custom', message: 'must name what is expected, such as hears' });
  else if (more.length > 0)
    context.addIssue({ code: 'custom', message: `has ${names.join(' and ')}: write an entry for each` });
  if ('with' in given && only !== 'callback')
    context.addIssue({ code: 'custom', path: ['with'], message: 'belongs to callback' });
};

const CalledExpectation = z.strictObject(heard).superRefine(oneOf);
const Expectation = z
  .strictObject({
    ...heard,
    is_in_queue: Text.optional().meta({ description: 'The queue in which the caller waits.' }),
    is_in_conference: Text.optional().meta({ description: 'The conference in which the caller is.' }),
    callback: Text.optional().meta({
      description: 'A request to your servers because of the call, by its event or the end of its URL.',
    }),
    with: Fields.optional().meta({ description: 'The values of fields of the callback.' }),
    ends_by: z.enum(ENDINGS).optional().meta({ description: 'Who ended the call.' }),
    reason: Text.optional().meta({ description: 'A part of the reason for the end.' }),
  })
  .superRefine(oneOf);

const person = { digits: Digits, speech: Speech };

const Caller = z
  .strictObject({
    to: Party.optional().meta({ description: 'The number of the sandbox that is called.' }),
    document: z
      .union([Text, z.record(z.string(), z.unknown())], 'must be the name of a file, or a document')
      .optional()
      .meta({ description: 'The document that answers: the name of a file, cXML as text, or SWML as an object.' }),
    from: Party.optional().meta({ description: 'The calling number or SIP address.' }),
    after: duration('When the call begins, such as 5s.'),
    ...person,
    hangup_after: duration('The time from the start of the document until the caller hangs up.'),
    answers: Answers.optional().meta({ description: 'By verb, the result of a step such as ai or record.' }),
    expect: z.array(Expectation, 'must be a list, such as [{ hears: Welcome }]').max(MAX_EXPECTATIONS).optional(),
  })
  .refine(({ to, document }) => to !== undefined || document !== undefined, 'needs to or document');

const Called = z.strictObject({
  number: Party.meta({ description: 'The number or address that documents call.' }),
  outcome: z.enum(OUTCOMES).optional(),
  after: duration('The time until the called party answers or refuses.'),
  hangup_after: duration('The time from the answer until the called party hangs up.'),
  ...person,
  expect: z.array(CalledExpectation, 'must be a list, such as [{ meets: Ann }]').max(MAX_EXPECTATIONS).optional(),
});

const people = <T extends z.ZodType>(schema: T) =>
  z.record(Name, schema).refine((all) => Object.keys(all).length <= MAX_PARTIES, `has more than ${MAX_PARTIES} people`);

/** A cast. The JSON Schema for editors is generated from it. */
export const CastFile = z
  .strictObject({
    callers: people(Caller)
      .refine((all) => Object.keys(all).length > 0, 'needs a caller')
      .meta({
        description: 'Who calls, by name. An agent of a queue is a caller whose document connects to the queue.',
      }),
    called: people(Called).optional().meta({ description: 'Whom documents call, by name.' }),
    replies: z.array(Reply).max(MAX_REPLIES).optional().meta({ description: 'What servers answer.' }),
  })
  .superRefine(({ callers, called = {} }, context) => {
    const numbers = new Map<string, string>();
    for (const [name, { number }] of Object.entries(called)) {
      const other = numbers.get(number);
      if (other !== undefined)
        context.addIssue({ code: 'custom', path: ['called', name, 'number'], message: `is the number of ${other}` });
      numbers.set(number, name);
    }
    for (const name of Object.keys(called))
      if (Object.hasOwn(callers, name))
        context.addIssue({ code: 'custom', path: ['called', name], message: 'is the name of a caller too' });
  });
export type CastFile = z.infer<typeof CastFile>;

/** Seconds of `5`, `5s` or `1m30s`. */
export function secondsOf(given: number | string): number {
  if (typeof given === 'number') return given;
  const [, hours = '0', minutes = '0', seconds = '0'] = /^(?:(\d+)h)?(?:(\d+)m)?(?:([\d.]+)s?)?$/.exec(given) ?? [];
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
}

/** The format as JSON Schema, for editors. */
export const castJsonSchema = (): object => ({
  title: 'A cast of callers for patchbay ring --cast',
  ...z.toJSONSchema(CastFile, { io: 'input', target: 'draft-7' }),
});
