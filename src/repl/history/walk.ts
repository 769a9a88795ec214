/** Where somebody stands in the history, and the text they were writing before they went there. */
export interface Walk {
  /** Index into the entries; the number of entries is the draft. */
  readonly at: number;
  readonly draft: string;
}

export interface Step {
  readonly walk: Walk | undefined;
  readonly text: string;
}

/** The statement before the one shown. Nothing when there is none. */
export function older(entries: readonly string[], walk: Walk | undefined, text: string): Step | undefined {
  const at = walk?.at ?? entries.length;
  const draft = walk?.draft ?? text;
  const entry = entries[at - 1];
  return entry === undefined ? undefined : { walk: { at: at - 1, draft }, text: entry };
}

/** The statement after the one shown, and at the end the draft again. */
export function newer(entries: readonly string[], walk: Walk | undefined): Step | undefined {
  if (walk === undefined) return undefined;
  const entry = entries[walk.at + 1];
  return entry === undefined
    ? { walk: undefined, text: walk.draft }
    : { walk: { ...walk, at: walk.at + 1 }, text: entry };
}
