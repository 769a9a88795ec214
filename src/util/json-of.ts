/** Parses JSON. Returns undefined if the text is not JSON. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // callers report invalid JSON in their own words
  }
}
