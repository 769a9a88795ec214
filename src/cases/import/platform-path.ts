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
