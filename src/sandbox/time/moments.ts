// Moments are kept as text in ISO 8601, which sorts as it should.

/** A moment as far after another one. */
export const after = (at: string, ms: number): string => new Date(Date.parse(at) + ms).toISOString();

/** Milliseconds from one moment to another. */
export const between = (from: string, to: string): number => Date.parse(to) - Date.parse(from);

/** Whole seconds, of what lasted so long. */
export const seconds = (ms: number): number => Math.round(ms / 1000);
