/** One thing that could stand at the cursor. */
export interface Suggestion {
  /** What replaces the text between `Completion.from` and the cursor. */
  readonly text: string;
  readonly kind: 'namespace' | 'method' | 'property' | 'key' | 'value' | 'variable' | 'keyword' | 'command';
  /** A few words beside the name: a signature, a type. */
  readonly detail?: string;
  /** One sentence about it. */
  readonly doc?: string;
}

export interface Completion {
  /** Offsets into the source: the text that a suggestion replaces. */
  readonly from: number;
  readonly to: number;
  /** Best first. */
  readonly items: readonly Suggestion[];
}
