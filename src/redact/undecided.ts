import { decodeJson, decodePair, layerOf } from './detect/layers.js';
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
  // Most short texts of a recording are in many of its exchanges. Most of them suggest nothing.
  const known = new Map<string, readonly Suggestion[]>();
  const suggestionsOf = (text: string): readonly Suggestion[] => {
    const before = known.get(text);
    if (before) return before;
    const all = suggestionsIn(text).filter(
      (one) => !kept.has(one.text.toLowerCase()) && !REPLACEMENTS.some(({ isReplacement }) => isReplacement(one.text)),
    );
    const suggestions = all.length > 0 ? all : NONE;
    if (text.length <= MAX_CACHED_LENGTH && known.size < MAX_CACHED) known.set(text, suggestions);
    return suggestions;
  };
  for (const { place, document } of documents) {
    eachText(document, (one) => {
      for (const { kind, text } of suggestionsOf(one)) {
        const key = `${kind} ${text}`;
        const before = found.get(key);
        if (before) before.count++;
        else found.set(key, { kind, text, count: 1, place });
      }
    });
  }
  return [...found.values()].sort((a, b) => b.count - a.count);
}

const MAX_CACHED_LENGTH = 256;
const MAX_CACHED = 20_000;
const NONE: readonly never[] = [];

type Suggestion = Pick<Undecided, 'kind' | 'text'>;

const SUGGESTING = RULES.flatMap(({ kind, detector }) =>
  detector.in === 'review' ? [{ kind, suggest: detector.suggest }] : [],
);

const suggestionsIn = (text: string): Suggestion[] =>
  SUGGESTING.flatMap(({ kind, suggest }) => [...suggest(text)].map((one) => ({ kind, text: one })));

/**
 * Visits every text of a document, decoded: a form has `Hi+Anna%2C` for `Hi Anna,`. Uses no recursion, because the
 * document may be nested deeply.
 */
function eachText(document: unknown, visit: (text: string) => void): void {
  const left: unknown[] = [document];
  while (left.length > 0) {
    const value = left.pop();
    if (typeof value === 'string') {
      const parts = partsOf(value);
      if (parts) for (const part of parts) left.push(part);
      else visit(value);
    } else if (typeof value === 'object' && value !== null) for (const one of Object.values(value)) left.push(one);
  }
}

/** The values of a form, or the value of a JSON text. Undefined for another text. */
function partsOf(text: string): unknown[] | undefined {
  switch (layerOf(text)) {
    case 'json': {
      const json = decodeJson(text);
      return json && [json.value];
    }
    case 'form':
      return text.split('&').map((pair) => decodePair(pair).value ?? '');
    default:
      return undefined;
  }
}
