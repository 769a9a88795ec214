import { type CassetteEntry, textOf } from '../cassette/index.js';
import { operationOf, operations, walkRows } from '../client/index.js';

const OPERATIONS = new Set([...walkRows(operations)].map(([name]) => name));

/**
 * The operation of a recorded request, or undefined if the platform has none for it. A label in the recording may be
 * any text, such as that of a service, or missing.
 */
export function operationIn({ op, request }: Pick<CassetteEntry, 'op' | 'request'>): string | undefined {
  if (op !== undefined) return OPERATIONS.has(op) ? op : undefined;
  const { method, url, body } = request;
  return operationOf({ method, url, headers: {}, ...(body && !('base64' in body) && { body: textOf(body) }) });
}
