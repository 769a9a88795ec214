import { z } from 'zod';

// The shape of a cassette: a header, then entries in order. The keys stand in the order in which they are written.

const Header = z.strictObject({
  kind: z.literal('cassette'),
  version: z.literal(1),
  /** `sandbox`: recorded against our simulator; `documented`: made from a public description; `live`: a real space. */
  origin: z.enum(['sandbox', 'documented', 'live']),
  tool: z.string(),
  recorded_at: z.string().optional(),
  seed: z.number().int().optional(),
  clock: z.string().optional(),
  time_zone: z.string().optional(),
  /** What was cut out before it was written. */
  redaction: z.string(),
});

const Body = z.union([
  z.strictObject({ json: z.unknown() }),
  z.strictObject({ text: z.string() }),
  z.strictObject({ base64: z.string() }),
]);

const HttpEntry = z.strictObject({
  kind: z.literal('http'),
  /** The operation, as it is typed. A label: matching does not read it. */
  op: z.string().optional(),
  request: z.strictObject({ method: z.string(), url: z.string(), type: z.string().optional(), body: Body.optional() }),
  response: z
    .strictObject({
      status: z.number().int().min(100).max(599),
      headers: z.record(z.string(), z.string()).optional(),
      body: Body.optional(),
    })
    .optional(),
  /** In place of a response: no answer came. */
  fault: z.enum(['refused', 'reset', 'timeout']).optional(),
  ms: z.number().min(0).optional(),
});

export const CassetteHeader = Header;
export const CassetteEntry = HttpEntry.refine(
  (entry) => (entry.response === undefined) !== (entry.fault === undefined),
  'has a response or a fault, one of the two',
);
export type CassetteHeader = z.infer<typeof Header>;
export type CassetteEntry = z.infer<typeof HttpEntry>;
export type RecordedBody = z.infer<typeof Body>;
