import * as yaml from 'yaml';
import { z } from 'zod';
import { parseBoundedYaml } from '../../util/index.js';
import { parsePath } from '../decode/json-path.js';
import { DEFAULT_POLICY, type Policy, SWITCHES, type Switch } from './default-policy.js';

const EMPTY = 'give at least 1 character, or leave it out';
const Path = z
  .string()
  .refine((path) => parsePath(path) !== undefined, 'write a path such as $.data[*].name or $..name');
const Word = z
  .string()
  .min(3, 'give at least 3 characters. Add the text next to a short word: alone, it would match in other words')
  .max(256, 'give at most 256 characters');
const Field = z.string().min(1, EMPTY).max(64, 'give at most 64 characters');
const Kept = z.string().min(1, EMPTY).max(256, 'give at most 256 characters');

const switchOf = (key: Switch) => [key, z.boolean().default(DEFAULT_POLICY[key])] as const;

/** The schema of a policy file. Every key has a default, so a file contains only the differences. */
export const PolicyFile = z.strictObject({
  ...(Object.fromEntries(SWITCHES.map(switchOf)) as Record<Switch, ReturnType<typeof switchOf>[1]>),
  keep_loopback: z.boolean().default(DEFAULT_POLICY.keep_loopback),
  names: z
    .array(Path)
    .max(200)
    .default([...DEFAULT_POLICY.names]),
  secret_fields: z.array(Field).max(200).default([]),
  cut: z.array(Word).max(1000).default([]),
  keep: z.array(Kept).max(1000).default([]),
});

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
  const result = PolicyFile.safeParse(document.toJS({ maxAliasCount: 0 }) ?? {});
  if (result.success) return result.data;
  throw new Error(`${file}: ${messageOf(result.error.issues[0] as z.core.$ZodIssue)}`);
}

/** Does not repeat values, because the words to replace are confidential. */
function messageOf(issue: z.core.$ZodIssue): string {
  if (issue.code === 'unrecognized_keys') {
    const [last, ...others] = Object.keys(PolicyFile.shape).reverse();
    return `unknown key ${JSON.stringify(issue.keys[0])}. The keys of a policy are ${others.reverse().join(', ')} and ${last}`;
  }
  if (issue.path.length === 0) return 'not a policy. Write one line `key: value` for each setting that differs';
  return `${issue.path.join('.')}: ${issue.message}`;
}
