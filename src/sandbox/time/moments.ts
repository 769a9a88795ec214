// Times are stored as ISO 8601 text, which sorts chronologically.

/** Adds milliseconds to a time. */
export const after = (at: string, ms: number): string => new Date(Date.parse(at) + ms).toISOString();

/** Milliseconds between two times. */
export const between = (from: string, to: string): number => Date.parse(to) - Date.parse(from);

/** Milliseconds as whole seconds, rounded. */
export const seconds = (ms: number): number => Math.round(ms / 1000);
