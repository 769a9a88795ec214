import { z } from 'zod';
import { MAX_JSON_VALUES, timerMs } from '../../util/index.js';
import { hasTooManyParts, sha256 } from './body.js';

// A cassette is a header, followed by entries in order. Keys are listed in the order in which they are written. Text
// for people (names, URLs, headers) contains no control characters; bodies may contain any character.

const words = z.string().regex(/^[^\p{Cc}\p{Zl}\p{Zp}]*$/u, 'has a control character');
const TOKEN = /^[!#$%&'*+.^_`|~\w-]+$/;
const headerName = z.string().regex(TOKEN, 'is not a header name');

/** Whether a name, a URL or a header can be written as it is. */
export const isPrintable = (text: string): boolean => words.safeParse(text).success;

const Header = z.strictObject({
  kind: z.literal('cassette', { error: 'must be cassette: a recording begins with a header' }),
  version: z.literal(1, { error: ({ input }) => `this version of patchbay reads version 1, not ${input}` }),
  /** `documented`: from public documentation. `live`: from a real space. `imported`: from a HAR, curl or a log. */
  origin: z.enum(['sandbox', 'documented', 'live', 'imported']),
  tool: words,
  /** Omitted where a new version must not change the file. */
  tool_version: words.optional(),
  recorded_at: words.optional(),
  /** The seed of the sandbox. Together with the clock, it reproduces ids and times. */
  seed: z.number().int().optional(),
  /** The start time, by the clock of the sandbox or of the machine. */
  clock: words.optional(),
  time_zone: words.optional(),
  redaction: words,
  /** The decisions of a review: the possible names, addresses, hosts and words that stay. All others are replaced. */
  review: z.strictObject({ kept: z.array(words.max(256)).max(1000) }).optional(),
});

const TOO_MANY = `has more than ${MAX_JSON_VALUES} values. Write it as text`;

const Body = z.union(
  [
    z.strictObject({ json: z.unknown().refine((json) => !hasTooManyParts(json), TOO_MANY) }),
    z.strictObject({ text: z.string() }),
    z.strictObject({ base64: z.string(), sha256: z.string().optional() }).superRefine((body, context) => {
      const bytes = Buffer.from(body.base64, 'base64');
      const report = (field: string, message: string) => context.addIssue({ code: 'custom', path: [field], message });
      // `Buffer` ignores characters that are not base64.
      if (bytes.toString('base64') !== body.base64) report('base64', 'is not valid base64');
      else if (body.sha256 !== undefined && body.sha256 !== sha256(bytes))
        report('sha256', 'does not match the base64');
    }),
  ],
  { error: 'must be { json }, { text } or { base64, sha256 }' },
);

/** Whether a value is a number of milliseconds that a timer accepts. */
export const isTime = (ms: unknown): ms is number => typeof ms === 'number' && ms >= 0 && timerMs(ms) === ms;
const Milliseconds = z.custom<number>(
  isTime,
  `must be a number of milliseconds from 0 to ${timerMs(Number.POSITIVE_INFINITY)}`,
);

const HttpEntry = z.strictObject({
  kind: z.literal('http'),
  /** The operation, as it is typed. A label that matching ignores. */
  op: words.optional(),
  request: z.strictObject({
    method: z.string().regex(TOKEN, 'is not an HTTP method'),
    url: words.refine((url) => /^https?:/.test(url) && URL.canParse(url), 'is not an http or https URL'),
    type: words.optional(),
    body: Body.optional(),
  }),
  /** Next to a fault: the part of the response that arrived before the failure. */
  response: z
    .strictObject({
      status: z.number().int().min(100).max(999),
      /** The reason phrase, if it is not the usual one. */
      reason: words.optional(),
      headers: z.record(headerName, words).optional(),
      body: Body.optional(),
      trailers: z.record(headerName, words).optional(),
    })
    .optional(),
  /** `aborted`: the caller aborted the request. `too_large`: the response was too long to receive or to record. */
  fault: z.enum(['refused', 'reset', 'timeout', 'aborted', 'too_large']).optional(),
  /** The error code, such as `ECONNRESET` or `UND_ERR_SOCKET`. */
  code: z
    .string()
    .regex(/^[A-Z][A-Z0-9_]*$/, 'is not an error code')
    .optional(),
  /** The words of the program about the failure, in an imported recording. */
  message: words.optional(),
  /** The source of an imported request had no response, such as a curl command or a log of requests alone. */
  unanswered: z.literal(true).optional(),
  /** The material of an import says that the program expected the status, such as a test of a 404. */
  expected: z.literal(true).optional(),
  /** The import found the result in another part of the material than the request. It can be of another request. */
  joined: z.literal(true).optional(),
  ms: Milliseconds.optional(),
});

/** A request that the platform made to a server of the user, with the response of that server. */
const WebhookEntry = HttpEntry.omit({ kind: true, op: true, expected: true, joined: true }).extend({
  kind: z.literal('webhook'),
  /** What the request is for, such as `calling.call.answered` or `call document`. */
  event: words,
});

// What a session records between its requests. Replay skips these entries.
const SessionEntry = z.looseObject({ kind: z.enum(['input', 'output', 'error', 'note']) });

type Ending = Partial<Pick<z.infer<typeof HttpEntry>, 'response' | 'fault' | 'unanswered'>>;
const isComplete = ({ response, fault, unanswered }: Ending) =>
  unanswered ? response === undefined : response !== undefined || fault !== undefined;
const INCOMPLETE = 'needs a response or a fault';

export const CassetteHeader = Header;
export const CassetteDocument = z.discriminatedUnion('kind', [
  HttpEntry.refine(isComplete, INCOMPLETE),
  WebhookEntry.refine(isComplete, INCOMPLETE),
  SessionEntry,
]);
export type CassetteHeader = z.infer<typeof Header>;
export type CassetteEntry = z.infer<typeof HttpEntry>;
export type WebhookEntry = z.infer<typeof WebhookEntry>;
export type SessionEntry = z.infer<typeof SessionEntry>;
export type CassetteDocument = CassetteEntry | WebhookEntry | SessionEntry;
export type RecordedBody = z.infer<typeof Body>;
