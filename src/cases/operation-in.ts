import { type CassetteEntry, textOf } from '../cassette/index.js';
import { operationOf, operations, operationWith, walkRows } from '../client/index.js';

const OPERATIONS = new Set([...walkRows(operations)].map(([name]) => name));

/**
 * The operation of a recorded request, or undefined if the platform has none for it. A label in the recording may be
 * any text, such as that of a service, or missing.
 */
export function operationIn({ op, request }: Pick<CassetteEntry, 'op' | 'request'>): string | undefined {
  if (op !== undefined) return OPERATIONS.has(op) ? op : undefined;
  const { method, url, body } = request;
  if (body && 'json' in body) return operationWith(request, body.json);
  return operationOf({ method, url, headers: {}, ...(body && !('base64' in body) && { body: textOf(body) }) });
}

/** The same, for a caller that asks for each request of a recording several times. */
export function operationLookup(): (entry: CassetteEntry) => string | undefined {
  const known = new Map<CassetteEntry, string | undefined>();
  return (entry) => {
    const before = known.get(entry);
    if (before !== undefined || known.has(entry)) return before;
    const operation = operationIn(entry);
    known.set(entry, operation);
    return operation;
  };
}

const FAMILIES: ReadonlySet<string> = new Set(
  [...walkRows(operations)].flatMap(([, { path }]) => /^\/api\/(?:relay\/rest|[\w-]+)(?=\/)/.exec(path)?.[0] ?? []),
);

/** Whether a path begins as those of the platform do, although no operation may have it. */
export const isOfPlatform = (path: string): boolean =>
  [...FAMILIES].some((family) => path === family || path.startsWith(`${family}/`));
