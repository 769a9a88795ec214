import type { z } from 'zod';

type Issue = z.core.$ZodIssue;

export const problemsOf = ({ issues }: z.ZodError): string => issues.map(atPath).join('; ');

const atPath = (issue: Issue): string => [issue.path.join('.'), describe(issue)].filter(Boolean).join(': ');

const KINDS: Readonly<Record<string, string>> = {
  record: 'an object',
  object: 'an object',
  array: 'a list',
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
};

function describe(issue: Issue): string {
  if (issue.code === 'invalid_key') return issue.issues.map(describe).join(', ');
  if (issue.code === 'invalid_union') return [...new Set(issue.errors.flat().map(atPath))].join(', or ');
  if (issue.code === 'invalid_type') {
    const must = `it must be ${KINDS[issue.expected] ?? issue.expected}`;
    return issue.input === undefined && /received undefined$/.test(issue.message) ? `it is missing; ${must}` : must;
  }
  if (issue.code === 'too_small' || issue.code === 'too_big') return describeBound(issue);
  if (issue.code === 'invalid_value') return `it must be one of ${issue.values.join(', ')}`;
  if (issue.code === 'invalid_format' && issue.format === 'url')
    return 'it must be an http or https URL, such as http://127.0.0.1:9000/mcp';
  return issue.message;
}

function describeBound(issue: Extract<Issue, { code: 'too_small' | 'too_big' }>): string {
  const [bound, word] =
    issue.code === 'too_small'
      ? [issue.minimum, issue.inclusive ? 'at least' : 'more than']
      : [issue.maximum, issue.inclusive ? 'at most' : 'less than'];
  if (issue.origin === 'string')
    return bound === 1 ? 'it must not be empty' : `it must have ${word} ${bound} characters`;
  if (issue.origin === 'array') return bound === 1 ? 'it must not be empty' : `it must have ${word} ${bound} items`;
  return `it must be ${word} ${bound}`;
}
