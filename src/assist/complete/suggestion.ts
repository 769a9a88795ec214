import { resembling } from '../../util/index.js';

export interface Suggestion {
  /** The text that replaces the source between `Completion.from` and the cursor. */
  readonly text: string;
  readonly kind: 'namespace' | 'method' | 'property' | 'key' | 'value' | 'variable' | 'keyword' | 'command' | 'file';
  /** A short text to show next to the name, such as a signature or a type. */
  readonly detail?: string;
  readonly doc?: string;
}

/** A suggestion before it is known whether the cursor is in a string. */
export interface Candidate extends Suggestion {
  /** Whether the suggestion is a string. Outside a string, it gets quotes. */
  readonly isText?: boolean;
}

export interface Completion {
  /** Offsets in the source of the text that a suggestion replaces. */
  readonly from: number;
  readonly to: number;
  readonly items: readonly Suggestion[];
  readonly call?: Signature;
  /** Fetches further suggestions from the platform and returns the extended completion. Callers need not use it. */
  readonly more?: (signal: AbortSignal) => Promise<Completion>;
}

/** The signature of the call around the cursor, and the purpose of the argument at the cursor. */
export interface Signature {
  readonly text: string;
  readonly doc?: string;
}

/** A signature on one line, split around the argument or field at the cursor. */
export interface MarkedSignature {
  readonly before: string;
  readonly active: string;
  readonly after: string;
  /** The purpose of the argument or field, or of the call. */
  readonly doc?: string;
}

/** Converts candidates to suggestions. Inside a string, only strings are offered; outside, strings get quotes. */
export function placed(candidates: readonly Candidate[], quote: string | undefined): Suggestion[] {
  if (quote !== undefined) return candidates.filter(({ isText }) => isText).map(withoutMark);
  return candidates.map((candidate) =>
    candidate.isText ? { ...withoutMark(candidate), text: quoted(candidate.text) } : candidate,
  );
}

const withoutMark = ({ isText: _, ...suggestion }: Candidate): Suggestion => suggestion;
const quoted = (text: string) => (text.includes("'") ? JSON.stringify(text) : `'${text}'`);

const MAX_SUGGESTIONS = 200;

/**
 * Returns the suggestions that start with the typed text, in their order, or else similar ones. The globals of
 * JavaScript are many, and one of them is similar to almost any text. So they must start with the typed text.
 */
export function ranked(
  items: readonly Suggestion[],
  typed: string,
  globals: readonly Suggestion[] = [],
): readonly Suggestion[] {
  if (typed === '') return [...items, ...globals].slice(0, MAX_SUGGESTIONS);
  const low = typed.toLowerCase();
  // `rel` also matches `'relay_script'`, because outside a string the suggestion includes the quotes.
  const matches = [...items, ...globals].filter(({ text }) => bare(text).startsWith(low));
  return (matches.length > 0 ? matches : resembling(items, typed, ({ text }) => text)).slice(0, MAX_SUGGESTIONS);
}

const bare = (text: string) => text.toLowerCase().replace(/^['"]/, '');
