export function jsonOf(operation: string, value: unknown): string {
  try {
    return JSON.stringify(value);
  } catch (cause) {
    const [why] = String((cause as Error).message).split('\n');
    throw new TypeError(`${operation}: the fields cannot be serialized as JSON: ${why}`, { cause });
  }
}

/** Encodes fields for a query or a form. That lists repeat their name and objects are JSON is not documented. */
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
