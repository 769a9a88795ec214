import * as yaml from 'yaml';
import { z } from 'zod';
import { parseBoundedYaml } from '../../util/index.js';
import { parsePath } from '../decode/json-path.js';
import { DEFAULT_NAMES } from './default-policy.js';

const EMPTY = 'give at least 1 character, or leave it out';
const Path = z
  .string()
  .refine((path) => parsePath(path) !== undefined, 'write a path such as $.data[*].name or $..name');
const Word = z
  .string()
  .min(3, 'give at least 3 characters, with what stands next to it: shorter ones would cut innocent text to pieces')
  .max(256, 'give at most 256 characters');
const Field = z.string().min(1, EMPTY).max(64, 'give at most 64 characters');
const Kept = z.string().min(1, EMPTY).max(256, 'give at most 256 characters');

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
  names: z
    .array(Path)
    .max(200)
    .default([...DEFAULT_NAMES]),
  /** Field names whose values are secrets, besides the usual ones. */
  secret_fields: z.array(Field).max(200).default([]),
  /** Words always cut, and words never cut. */
  cut: z.array(Word).max(1000).default([]),
  keep: z.array(Kept).max(1000).default([]),
});
export type Policy = z.infer<typeof Policy>;

/** A policy with all words and names that it may list has less. */
const LIMITS = { characters: 2 ** 20, tokens: 50_000, depth: 20, advice: 'Split the words over several policies.' };

/** A policy file, YAML or JSON. What does not fit is one error. */
export function parsePolicy(text: string, file = 'the policy'): Policy {
  const document = parseBoundedYaml(yaml, text, { ...LIMITS, what: file }, { merge: false });
  const [problem] = document.errors;
  if (problem) throw new Error(`${file}:${text.slice(0, problem.pos[0]).split('\n').length}: ${problem.message}`);
  // To YAML a phone number is a number, and loses its plus sign; no key takes one.
  yaml.visit(document, {
    Scalar(_key, node) {
      if (typeof node.value === 'number') node.value = node.source;
    },
  });
  const result = Policy.safeParse(document.toJS({ maxAliasCount: 0 }) ?? {});
  if (result.success) return result.data;
  throw new Error(`${file}: ${wordsOf(result.error.issues[0] as z.core.$ZodIssue)}`);
}

/** Values are not repeated: a word to cut is one that nobody is to see. */
function wordsOf(issue: z.core.$ZodIssue): string {
  if (issue.code === 'unrecognized_keys') {
    const [last, ...others] = Object.keys(Policy.shape).reverse();
    return `there is no key ${JSON.stringify(issue.keys[0])}; a policy has ${others.reverse().join(', ')} and ${last}`;
  }
  if (issue.path.length === 0) return 'not a policy: write a line `key: value` for each thing that differs';
  return `${issue.path.join('.')}: ${issue.message}`;
}
