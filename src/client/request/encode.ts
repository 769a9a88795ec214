/** Serializes a value as JSON. The error names the operation and has only the first line of the reason. */
export function jsonOf(operation: string, value: unknown): string {
  try {
    return JSON.stringify(value);
  } catch (cause) {
    const [why] = String((cause as Error).message).split('\n');
    throw new TypeError(`${operation}: the fields cannot be serialized as JSON: ${why}`, { cause });
  }
}

/**
 * Encodes fields for a query or a form: a list repeats its name, and an object is sent as JSON. No source documents
 * this.
 */
export function pairsOf(operation: string, fields: Record<string, unknown>): [string, string][] {
  return Object.entries(fields).flatMap(([name, value]) =>
    [value]
      .flat()
      .filter((one) => one !== undefined)
      .map((one): [string, string] => [
        name,
        typeof one === 'object' && one !== null ? jsonOf(operation, one) : String(one),
      ]),
  );
}
