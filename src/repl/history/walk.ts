/** A position in the history, and the input from before the user moved there. */
export interface Walk {
  /** An index into the entries. The number of entries stands for the draft. */
  readonly at: number;
  readonly draft: string;
}

export interface Step {
  readonly walk: Walk | undefined;
  readonly text: string;
}

/** Moves to the previous statement that starts with the draft; undefined if there is none. */
export function older(entries: readonly string[], walk: Walk | undefined, text: string): Step | undefined {
  const at = walk?.at ?? entries.length;
  const draft = walk?.draft ?? text;
  const start = startIn(entries, draft);
  const next = entries.findLastIndex((entry, index) => index < at && entry !== text && entry.startsWith(start));
  return next < 0 ? undefined : { walk: { at: next, draft }, text: entries[next] as string };
}

/** Moves to the next statement that starts with the draft, or back to the draft after the last one. */
export function newer(entries: readonly string[], walk: Walk | undefined): Step | undefined {
  if (walk === undefined) return undefined;
  const { at, draft } = walk;
  const start = startIn(entries, draft);
  const next = entries.findIndex((entry, index) => index > at && entry !== entries[at] && entry.startsWith(start));
  return next < 0 ? { walk: undefined, text: draft } : { walk: { at: next, draft }, text: entries[next] as string };
}

/** The text with which statements must start: the draft, or nothing if the draft itself is the only such statement. */
const startIn = (entries: readonly string[], draft: string): string =>
  entries.includes(draft) && !entries.some((entry) => entry !== draft && entry.startsWith(draft)) ? '' : draft;
