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

/** What redaction looks for. Every key has a default, so a file contains only the differences. */
export const Policy = z.strictObject({
  secret: z.boolean().default(true),
  phone: z.boolean().default(true),
  email: z.boolean().default(true),
  sip: z.boolean().default(true),
  ip: z.boolean().default(true),
  /** Loopback addresses do not identify anyone. */
  keep_loopback: z.boolean().default(true),
  /** The paths of names in bodies, forms and queries. */
  names: z
    .array(Path)
    .max(200)
    .default([...DEFAULT_NAMES]),
  /** Additional names of fields whose values are secrets. */
  secret_fields: z.array(Field).max(200).default([]),
  /** `cut` lists words that are always replaced, `keep` words that are never replaced. */
  cut: z.array(Word).max(1000).default([]),
  keep: z.array(Kept).max(1000).default([]),
});
export type Policy = z.infer<typeof Policy>;

/** A policy with the maximum number of words and names is smaller. */
const LIMITS = { characters: 2 ** 20, tokens: 50_000, depth: 20, advice: 'Split the words over several policies.' };

/** Parses a policy file, YAML or JSON. Throws an error for the first problem. */
export function parsePolicy(text: string, file = 'the policy'): Policy {
  const document = parseBoundedYaml(yaml, text, { ...LIMITS, what: file }, { merge: false });
  const [problem] = document.errors;
  if (problem) throw new Error(`${file}:${text.slice(0, problem.pos[0]).split('\n').length}: ${problem.message}`);
  // YAML reads a phone number as a number and drops its plus sign. No key accepts a number, so keep the source text.
  yaml.visit(document, {
    Scalar(_key, node) {
      if (typeof node.value === 'number') node.value = node.source;
    },
  });
  const result = Policy.safeParse(document.toJS({ maxAliasCount: 0 }) ?? {});
  if (result.success) return result.data;
  throw new Error(`${file}: ${wordsOf(result.error.issues[0] as z.core.$ZodIssue)}`);
}

/** Does not repeat values, because the words to cut are confidential. */
function wordsOf(issue: z.core.$ZodIssue): string {
  if (issue.code === 'unrecognized_keys') {
    const [last, ...others] = Object.keys(Policy.shape).reverse();
    return `there is no key ${JSON.stringify(issue.keys[0])}; a policy has ${others.reverse().join(', ')} and ${last}`;
  }
  if (issue.path.length === 0) return 'not a policy: write a line `key: value` for each thing that differs';
  return `${issue.path.join('.')}: ${issue.message}`;
}
