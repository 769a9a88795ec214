import { operations, walkRows } from '../../client/index.js';
import { nearest } from '../../util/index.js';

/** Whether a name such as `queues.list`, `queues` or `*` includes an operation. */
export const isOperationOf = (name: string, operation: string): boolean =>
  name === '*' || name === operation || operation.startsWith(`${name}.`);

/** Throws for a name that includes no operation. */
export function checkOperation(method: string, name: string): void {
  if (name === '*') return;
  const known = [...walkRows(operations)].map(([operation]) => operation);
  if (known.some((operation) => isOperationOf(name, operation))) return;
  const meant = nearest(name, known);
  throw new TypeError(`${method}: unknown operation ${name}${meant ? `. Did you mean ${meant}?` : ''}`);
}
