import { z } from 'zod';
import { alternatives, nearest, shortText } from '../../util/index.js';

/** Validates a value. `problem` names the first invalid field in a plain sentence; `whole` names the value itself. */
export function validated<T>(
  schema: z.ZodType<T>,
  value: unknown,
  whole: string,
): { readonly value: T } | { readonly problem: string } {
  const result = problemsIn(schema, value, whole);
  return 'value' in result ? result : { problem: result.problems[0]?.message ?? `${whole} is not valid` };
}

/** An invalid field, as a plain sentence. */
export interface SchemaProblem {
  readonly message: string;
  readonly path: readonly PropertyKey[];
  /** The unknown field of the object at `path`. */
  readonly field?: string;
}

/** Validates a value, and names all invalid fields in the order in which the schema checks them. */
export function problemsIn<T>(
  schema: z.ZodType<T>,
  value: unknown,
  whole: string,
): { readonly value: T } | { readonly problems: readonly SchemaProblem[] } {
  const result = schema.safeParse(value, { error: sentence });
  if (result.success) return { value: result.data };
  const problems = result.error.issues.map((issue): SchemaProblem => {
    const { path } = issue;
    const field = issue.code === 'unrecognized_keys' ? issue.keys[0] : undefined;
    const message = `${path.length ? pathText(path) : whole} ${issue.message}`;
    return { message, path, ...(field !== undefined && { field }) };
  });
  return { problems };
}

/** Writes a path as code: `answers['+13125550171'].outcome`. */
const pathText = (path: readonly PropertyKey[]): string =>
  path
    .map((part, i) =>
      typeof part === 'number'
        ? `[${part}]`
        : /^[a-z_]\w*$/i.test(String(part))
          ? `${i > 0 ? '.' : ''}${String(part)}`
          : `[${shortText(String(part))}]`,
    )
    .join('');

const TYPES: Readonly<Record<string, string>> = {
  array: 'a list',
  object: 'an object',
  record: 'an object',
  string: 'a string',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
};

/** The text of a problem. The text that a schema declares itself is used instead. */
function sentence(issue: z.core.$ZodRawIssue): string | undefined {
  const { input } = issue;
  switch (issue.code) {
    case 'invalid_type':
      return input === undefined
        ? 'is required'
        : `must be ${TYPES[issue.expected] ?? issue.expected}, not ${Array.isArray(input) ? 'a list' : shortText(input)}`;
    case 'invalid_value': {
      const values = issue.values.map(String);
      const meant = typeof input === 'string' ? nearest(input, values) : undefined;
      const allowed = values.length === 1 ? values.join() : `one of ${alternatives(values)}`;
      return `must be ${allowed}, not ${shortText(input)}${meant ? `. Did you mean ${meant}?` : ''}`;
    }
    case 'unrecognized_keys': {
      const [name = ''] = issue.keys;
      const known = issue.inst instanceof z.ZodObject ? Object.keys(issue.inst.shape) : [];
      const meant = nearest(name, known);
      return `has the unknown field ${name}. ${meant ? `Did you mean ${meant}?` : `Its fields: ${known.join(', ')}`}`;
    }
    case 'invalid_key':
      return issue.issues[0]?.message;
    case 'too_small':
      return `must be at least ${issue.minimum}, not ${shortText(input)}`;
    case 'too_big':
      return `must be at most ${issue.maximum}, not ${shortText(input)}`;
    default:
      return undefined;
  }
}
