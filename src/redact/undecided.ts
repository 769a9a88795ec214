import { type Kind, REPLACEMENTS, RULES } from './rules.js';

/** A name, an address, a host or a word that is still present after redaction. Only a person can decide whether it identifies someone. */
export interface Undecided {
  readonly kind: Kind;
  readonly text: string;
  readonly count: number;
  readonly place: string;
}

interface LocatedDocument {
  readonly place: string;
  readonly document: unknown;
}

/** Finds possible names and hosts in redacted documents, the most frequent first. */
export function undecidedIn(documents: Iterable<LocatedDocument>, keep: readonly string[] = []): readonly Undecided[] {
  const kept = new Set(keep.map((word) => word.toLowerCase()));
  const found = new Map<string, Undecided & { count: number }>();
  // Most texts of a recording are in many of its exchanges.
  const known = new Map<string, readonly Suggestion[]>();
  const suggestionsOf = (text: string) => {
    const suggestions = known.get(text) ?? suggestionsIn(text);
    known.set(text, suggestions);
    return suggestions;
  };
  for (const { place, document } of documents) {
    for (const { kind, text } of textsIn(document).flatMap(suggestionsOf)) {
      if (kept.has(text.toLowerCase()) || REPLACEMENTS.some((one) => one.isReplacement(text))) continue;
      const key = `${kind} ${text}`;
      const before = found.get(key);
      if (before) before.count++;
      else found.set(key, { kind, text, count: 1, place });
    }
  }
  return [...found.values()].sort((a, b) => b.count - a.count);
}

type Suggestion = Pick<Undecided, 'kind' | 'text'>;

const SUGGESTING = RULES.flatMap(({ kind, detector }) =>
  detector.in === 'review' ? [{ kind, suggest: detector.suggest }] : [],
);

const suggestionsIn = (text: string): Suggestion[] =>
  SUGGESTING.flatMap(({ kind, suggest }) => [...suggest(text)].map((one) => ({ kind, text: one })));

/** Every text of a document. Uses no recursion, because the document may be nested deeply. */
function textsIn(document: unknown): string[] {
  const texts: string[] = [];
  const left: unknown[] = [document];
  while (left.length > 0) {
    const value = left.pop();
    if (typeof value === 'string') texts.push(value);
    else if (typeof value === 'object' && value !== null) for (const one of Object.values(value)) left.push(one);
  }
  return texts;
}
