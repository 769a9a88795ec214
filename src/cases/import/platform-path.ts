import { matchRoute, methodsAt, operations, walkRows } from '../../client/index.js';
import { nearest } from '../../util/index.js';

export interface PlatformPath {
  readonly operation: string;
  /** The path of the API, without what a proxy put before it. */
  readonly path: string;
  /** What a proxy put before the path, such as `/proxy/v2`. */
  readonly prefix: string;
}

/** Finds the operation of a path, on any host and behind any prefix. */
export function platformPath(method: string, path: string, fields: Readonly<Record<string, unknown>>) {
  for (const start of startsOf(path)) {
    const own = path.slice(start);
    const match = matchRoute(method === 'HEAD' ? 'GET' : method, own, fields);
    if (match) return { operation: match.operation, path: own, prefix: path.slice(0, start) } satisfies PlatformPath;
  }
  return undefined;
}

/**
 * Explains a request whose route is known, but whose body does not have the field that names the operation, such as
 * `command`. Names the operation if its fields fit only one.
 */
export function unnamedOperation(
  method: string,
  path: string,
  fields: Readonly<Record<string, unknown>>,
): string | undefined {
  const own = startsOf(path)
    .map((start) => path.slice(start).replace(/\/+$/, ''))
    .find((one) => methodsAt(one).includes(method));
  const rows = [...walkRows(operations)].filter(([, row]) => row.method === method && row.path === own);
  const [name, ...others] = new Set(rows.flatMap(([, { fixed }]) => Object.keys(fixed ?? { '': '' })));
  if (own === undefined || !name || others.length > 0) return undefined;
  const given = fields[name];
  const known = rows.map(([, { fixed }]) => String(fixed?.[name]));
  if (given !== undefined) {
    if (typeof given !== 'string' || !/^[\w.]{1,60}$/.test(given)) return `the ${name} is not known`;
    const meant = nearest(given, known);
    return `${JSON.stringify(given)} is not a known ${name}${meant === undefined ? '' : `. Did you mean ${JSON.stringify(meant)}?`}`;
  }
  const names = Object.keys(fields);
  const fitting = rows.filter(([, { needs, takes, variants = [undefined] }]) =>
    variants.some((variant) => {
      const needed = { ...needs, ...variant?.needs };
      const all = { ...needed, ...takes, ...variant?.takes };
      return (
        names.length > 0 &&
        names.every((one) => Object.hasOwn(all, one)) &&
        Object.keys(needed).every((one) => names.includes(one))
      );
    }),
  );
  const [only, ...more] = fitting;
  const meant = only && more.length === 0 ? only : undefined;
  const example = JSON.stringify(meant?.[1].fixed?.[name] ?? known[0]);
  return `the body has no ${name}, such as ${example}${meant ? `. Its fields are those of platform.${meant[0]}` : ''}`;
}

/** Returns a suggestion for a path that is almost an operation, or undefined. */
export function nearMiss(method: string, path: string): string | undefined {
  for (const start of startsOf(path)) {
    const own = path.slice(start);
    const methods = methodsAt(own);
    if (methods.includes(method)) return undefined;
    if (methods.length > 0) return `${own} accepts ${methods.join(' and ')}, not ${method}`;
    const near = nearPath(own.replace(/\/+$/, ''));
    if (near !== undefined) return `did the program mean ${near}?`;
  }
  return undefined;
}

/** Every API path begins with `/api/`. */
function startsOf(path: string): number[] {
  const starts: number[] = [];
  for (let index = path.indexOf('/api/'); index >= 0 && starts.length < 10; index = path.indexOf('/api/', index + 1))
    starts.push(index);
  return starts;
}

/** Returns the path with one corrected word, if that makes it a path of the API. */
function nearPath(path: string): string | undefined {
  if (methodsAt(path).length > 0) return path;
  const words = path.split('/');
  for (const [, { path: template }] of walkRows(operations)) {
    const parts = template.split('/');
    if (parts.length !== words.length) continue;
    const wrong = parts.flatMap((part, i) => (part.startsWith('{') || part === words[i] ? [] : [i]));
    const [at, ...more] = wrong;
    if (at === undefined || more.length > 0) continue;
    const part = parts[at] as string;
    if (nearest(words[at] as string, [part]) === part) return words.with(at, part).join('/');
  }
  return undefined;
}
