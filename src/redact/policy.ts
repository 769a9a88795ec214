import { parseDocument } from 'yaml';
import { z } from 'zod';
import { parsePath } from './json-path.js';

const Path = z.string().refine((path) => parsePath(path) !== undefined, 'a path such as $.data[*].name or $..name');
const Word = z.string().min(3, 'shorter words would cut innocent text to pieces').max(256);

/** What a redaction looks for. Everything has a default; a file names only what differs. */
export const Policy = z.strictObject({
  secret: z.boolean().default(true),
  phone: z.boolean().default(true),
  email: z.boolean().default(true),
  sip: z.boolean().default(true),
  ip: z.boolean().default(true),
  /** Loopback addresses say nothing about anybody. */
  keep_loopback: z.boolean().default(true),
  /** Where names stand, in bodies, forms and queries alike. */
  names: z.array(Path).max(200).default([]),
  /** Field names whose values are secrets, besides the usual ones. */
  secret_fields: z.array(z.string().min(1).max(64)).max(200).default([]),
  /** Words always cut, and words never cut. */
  cut: z.array(Word).max(1000).default([]),
  keep: z.array(z.string().min(1).max(256)).max(1000).default([]),
});
export type Policy = z.infer<typeof Policy>;

/** A policy file, YAML or JSON. What does not fit is one error. */
export function parsePolicy(text: string, file = 'the policy'): Policy {
  const document = parseDocument(text, { uniqueKeys: true, merge: false });
  const [problem] = document.errors;
  if (problem) throw new Error(`${file}:${problem.linePos?.[0].line ?? 1}: ${problem.message.split('\n')[0]}`);
  const result = Policy.safeParse(document.toJS({ maxAliasCount: 0 }) ?? {});
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw new Error(`${file}: ${issue?.path.join('.') || 'the policy'}: ${issue?.message}`);
}
