import { z } from 'zod';
import { timerMs } from '../../util/index.js';
import { sha256 } from './body.js';

// The shape of a cassette: a header, then entries in order. The keys stand in the order in which they are written.
// What is shown to people (names, addresses, headers) holds no control characters; bodies may hold anything.

const words = z.string().regex(/^[^\p{Cc}\p{Zl}\p{Zp}]*$/u, 'has a control character');
const TOKEN = /^[!#$%&'*+.^_`|~\w-]+$/;
const headerName = z.string().regex(TOKEN, 'is no name of a header');

/** Whether a name, an address or a header can be written down as it is. */
export const isPrintable = (text: string): boolean => words.safeParse(text).success;

const Header = z.strictObject({
  kind: z.literal('cassette'),
  version: z.literal(1, { error: ({ input }) => `this version of patchbay reads version 1, not ${input}` }),
  /** `sandbox`: recorded against our simulator; `documented`: made from a public description; `live`: a real space. */
  origin: z.enum(['sandbox', 'documented', 'live']),
  /** What wrote it down. */
  tool: words,
  /** Left out where a new version must not change the file. */
  tool_version: words.optional(),
  recorded_at: words.optional(),
  /** Of the sandbox: with the clock it makes the same ids and times again. */
  seed: z.number().int().optional(),
  /** When it began, by the clock of the sandbox or of the machine. */
  clock: words.optional(),
  time_zone: words.optional(),
  /** What was cut out before it was written. */
  redaction: words,
});

const Body = z.union(
  [
    z.strictObject({ json: z.unknown() }),
    z.strictObject({ text: z.string() }),
    z.strictObject({ base64: z.string(), sha256: z.string().optional() }).superRefine((body, context) => {
      const bytes = Buffer.from(body.base64, 'base64');
      const says = (field: string, message: string) => context.addIssue({ code: 'custom', path: [field], message });
      // What is no sign of base64 would be passed over.
      if (bytes.toString('base64') !== body.base64) says('base64', 'is no base64');
      else if (body.sha256 !== undefined && body.sha256 !== sha256(bytes)) says('sha256', 'is not that of its base64');
    }),
  ],
  { error: 'is none of { json }, { text } and { base64, sha256 }' },
);

/** Milliseconds for which a timer can be set. */
export const isTime = (ms: unknown): ms is number => typeof ms === 'number' && ms >= 0 && timerMs(ms) === ms;
const Milliseconds = z.custom<number>(
  isTime,
  `is no time in milliseconds, from 0 to ${timerMs(Number.POSITIVE_INFINITY)}`,
);

const HttpEntry = z.strictObject({
  kind: z.literal('http'),
  /** The operation, as it is typed. A label: matching does not read it. */
  op: words.optional(),
  request: z.strictObject({
    method: z.string().regex(TOKEN, 'is no method'),
    url: words.refine((url) => /^https?:/.test(url) && URL.canParse(url), 'is no address of http or https'),
    type: words.optional(),
    body: Body.optional(),
  }),
  /** With a fault beside it: what had come when the answer broke off. */
  response: z
    .strictObject({
      status: z.number().int().min(100).max(999),
      /** The words beside the status, where they are not the usual ones. */
      reason: words.optional(),
      headers: z.record(headerName, words).optional(),
      body: Body.optional(),
      /** Headers that came behind the body. */
      trailers: z.record(headerName, words).optional(),
    })
    .optional(),
  /** `aborted`: whoever asked gave it up. `too_large`: the answer was longer than it could be taken, or kept. */
  fault: z.enum(['refused', 'reset', 'timeout', 'aborted', 'too_large']).optional(),
  /** Which error it was: `ECONNRESET`, `UND_ERR_SOCKET`. */
  code: z
    .string()
    .regex(/^[A-Z][A-Z0-9_]*$/, 'is no code of an error')
    .optional(),
  ms: Milliseconds.optional(),
});

// What a session keeps between its requests. Replay passes over it.
const SessionEntry = z.looseObject({ kind: z.enum(['input', 'output']) });

const CompleteEntry = HttpEntry.refine(
  ({ response, fault }) => response !== undefined || fault !== undefined,
  'has neither a response nor a fault: it needs a response or a fault',
);

export const CassetteHeader = Header;
export const CassetteDocument = z.discriminatedUnion('kind', [CompleteEntry, SessionEntry]);
export type CassetteHeader = z.infer<typeof Header>;
export type CassetteEntry = z.infer<typeof HttpEntry>;
export type SessionEntry = z.infer<typeof SessionEntry>;
export type CassetteDocument = CassetteEntry | SessionEntry;
export type RecordedBody = z.infer<typeof Body>;
