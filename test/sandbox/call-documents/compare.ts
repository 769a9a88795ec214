import type { Expected, ExpectedRequest } from './expectation.js';

export interface SeenRequest {
  readonly method: string;
  readonly path: string;
  readonly type: 'json' | 'form' | 'none' | 'other';
  readonly headers: Readonly<Record<string, string>>;
  readonly fields: unknown;
}

/** The value at a dotted path. Names of forms contain no dot. */
function valueAt(value: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>((found, name) => (found as Record<string, unknown> | null | undefined)?.[name], value);
}

function matches(value: unknown, expected: Expected): boolean {
  if (expected instanceof RegExp)
    return (typeof value === 'string' || typeof value === 'number') && expected.test(String(value));
  if (typeof expected === 'function') return expected(value);
  return JSON.stringify(value) === JSON.stringify(expected);
}

const shown = (expected: unknown): string =>
  expected instanceof RegExp || typeof expected === 'function'
    ? String(expected)
    : (JSON.stringify(expected) ?? 'absent');

function requestDifferences(seen: SeenRequest, expected: ExpectedRequest, language: 'swml' | 'cxml'): string[] {
  const method = expected.method ?? 'POST';
  const type = method === 'GET' ? 'none' : (expected.type ?? (language === 'swml' ? 'json' : 'form'));
  return [
    ...(seen.method === method ? [] : [`method ${seen.method} instead of ${method}`]),
    ...(seen.type === type ? [] : [`content type ${seen.type} instead of ${type}`]),
    ...Object.entries(expected.fields).flatMap(([path, value]) => {
      const found = valueAt(seen.fields, path);
      return matches(found, value) ? [] : [`${path} is ${shown(found)} instead of ${shown(value)}`];
    }),
    ...(expected.without ?? []).flatMap((path) => {
      const found = valueAt(seen.fields, path);
      return found === undefined ? [] : [`${path} is ${shown(found)} instead of absent`];
    }),
    ...Object.entries(expected.headers ?? {}).flatMap(([name, value]) =>
      matches(seen.headers[name], value)
        ? []
        : [`header ${name} is ${shown(seen.headers[name])} instead of ${shown(value)}`],
    ),
  ];
}

/** The differences of the requests to one path. An optional request that does not match is left out. */
function pathDifferences(
  path: string,
  seen: readonly SeenRequest[],
  expected: readonly ExpectedRequest[],
  language: 'swml' | 'cxml',
) {
  const differences: string[] = [];
  let index = 0;
  for (const [position, request] of expected.entries()) {
    const found = seen[index];
    const problems = found ? requestDifferences(found, request, language) : ['is not sent'];
    if (problems.length > 0 && request.optional) continue;
    if (found) index += 1;
    differences.push(...problems.map((problem) => `${path} request ${position + 1}: ${problem}`));
  }
  for (const { method, fields } of seen.slice(index))
    differences.push(`${path} more: ${method} ${JSON.stringify(fields)}`);
  return differences;
}

export function requestsDifferences(
  seen: readonly SeenRequest[],
  expected: Readonly<Record<string, readonly ExpectedRequest[]>>,
  language: 'swml' | 'cxml',
): string[] {
  const paths = new Set([...Object.keys(expected), ...seen.map(({ path }) => path)]);
  return [...paths].flatMap((path) =>
    pathDifferences(
      path,
      seen.filter((request) => request.path === path),
      expected[path] ?? [],
      language,
    ),
  );
}

/** The texts that are missing in this order. */
export function missingTexts(heard: string, expected: readonly string[]): string[] {
  let position = 0;
  return expected.flatMap((wanted) => {
    const found = heard.indexOf(wanted, position);
    if (found < 0) return [`does not hear "${wanted}"`];
    position = found + wanted.length;
    return [];
  });
}
