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

/** Moves to the previous statement; undefined if there is none. */
export function older(entries: readonly string[], walk: Walk | undefined, text: string): Step | undefined {
  const at = walk?.at ?? entries.length;
  const draft = walk?.draft ?? text;
  const entry = entries[at - 1];
  return entry === undefined ? undefined : { walk: { at: at - 1, draft }, text: entry };
}

/** Moves to the next statement, or back to the draft after the last one. */
export function newer(entries: readonly string[], walk: Walk | undefined): Step | undefined {
  if (walk === undefined) return undefined;
  const entry = entries[walk.at + 1];
  return entry === undefined
    ? { walk: undefined, text: walk.draft }
    : { walk: { ...walk, at: walk.at + 1 }, text: entry };
}
