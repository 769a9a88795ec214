export function isPlain(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns the result of some work, or undefined if it throws, for callers that report the problem in their own words. */
export function attempt<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}

/** Parses JSON. Returns undefined if the text is not JSON. */
export const jsonOf = (text: string, reviver?: (name: string, value: unknown) => unknown): unknown =>
  attempt(() => JSON.parse(text, reviver));
