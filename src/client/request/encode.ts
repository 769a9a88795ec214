export function jsonOf(operation: string, value: unknown): string {
  try {
    return JSON.stringify(value);
  } catch (cause) {
    const [why] = String((cause as Error).message).split('\n');
    throw new TypeError(`${operation}: the fields cannot be serialized as JSON: ${why}`, { cause });
  }
}

/** Encodes fields for a query or a form, which have no null. Repeated names of lists, and objects as JSON, are undocumented. */
export function pairsOf(operation: string, fields: Record<string, unknown>): [string, string][] {
  return Object.entries(fields).flatMap(([name, value]) =>
    [value]
      .flat()
      .filter((one) => one !== undefined && one !== null)
      .map((one): [string, string] => [name, typeof one === 'object' ? jsonOf(operation, one) : String(one)]),
  );
}
