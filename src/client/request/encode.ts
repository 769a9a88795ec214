/** A value as JSON; one that cannot be written names its operation and the first line of the reason. */
export function jsonOf(operation: string, value: unknown): string {
  try {
    return JSON.stringify(value);
  } catch (cause) {
    const [why] = String((cause as Error).message).split('\n');
    throw new TypeError(`${operation}: the fields cannot be written as JSON: ${why}`, { cause });
  }
}

/** Fields as a query or a form writes them: a list repeats its name, an object travels as JSON. No source says how. */
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
