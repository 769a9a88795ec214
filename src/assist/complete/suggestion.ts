/** One thing that could stand at the cursor. */
export interface Suggestion {
  /** What replaces the text between `Completion.from` and the cursor. */
  readonly text: string;
  readonly kind: 'namespace' | 'method' | 'property' | 'key' | 'value' | 'variable' | 'keyword' | 'command' | 'file';
  /** A few words beside the name: a signature, a type. */
  readonly detail?: string;
  /** One sentence about it. */
  readonly doc?: string;
}

/** A suggestion before it is known whether the cursor stands in a string. */
export interface Candidate extends Suggestion {
  /** It is text: it can stand inside quotes, and outside it brings its own. */
  readonly isText?: boolean;
}

export interface Completion {
  /** Offsets into the source: the text that a suggestion replaces. */
  readonly from: number;
  readonly to: number;
  /** Best first. */
  readonly items: readonly Suggestion[];
  /** The call around the cursor. */
  readonly call?: Signature;
  /** Asks the platform what else there is, and answers with that too. Whoever cannot wait leaves it. */
  readonly more?: (signal: AbortSignal) => Promise<Completion>;
}

/** How the call around the cursor is written, and what its argument at the cursor is for. */
export interface Signature {
  readonly text: string;
  readonly doc?: string;
}

/** As it stands where the cursor is: with quotes of its own, or only what fits between those that are there. */
export function placed(candidates: readonly Candidate[], quote: string | undefined): Suggestion[] {
  if (quote !== undefined) return candidates.filter(({ isText }) => isText).map(withoutMark);
  return candidates.map((candidate) =>
    candidate.isText ? { ...withoutMark(candidate), text: quoted(candidate.text) } : candidate,
  );
}

const withoutMark = ({ isText: _, ...suggestion }: Candidate): Suggestion => suggestion;
const quoted = (text: string) => (text.includes("'") ? JSON.stringify(text) : `'${text}'`);
