/** A name or host that is still present after redaction. Only a person can decide whether it identifies someone. */
export interface Undecided {
  readonly kind: 'name' | 'host';
  readonly text: string;
  readonly count: number;
  /** Where it appeared first. */
  readonly place: string;
}

interface Placed {
  readonly place: string;
  readonly document: unknown;
}

/** Finds names in plain text and hosts in URLs of redacted documents, the most frequent first. */
export function undecidedIn(documents: Iterable<Placed>, keep: readonly string[] = []): readonly Undecided[] {
  const kept = new Set(keep.map((word) => word.toLowerCase()));
  const found = new Map<string, Undecided & { count: number }>();
  for (const { place, document } of documents) {
    for (const text of textsIn(document)) {
      for (const one of candidatesIn(text)) {
        if (kept.has(one.text.toLowerCase())) continue;
        const key = `${one.kind} ${one.text}`;
        const before = found.get(key);
        if (before) before.count++;
        else found.set(key, { ...one, count: 1, place });
      }
    }
  }
  return [...found.values()].sort((a, b) => b.count - a.count);
}

/** Yields every text of a document. Uses no recursion, because the document may be nested deeply. */
function* textsIn(document: unknown): Generator<string> {
  const left: unknown[] = [document];
  while (left.length > 0) {
    const value = left.pop();
    if (typeof value === 'string') yield value;
    else if (typeof value === 'object' && value !== null) for (const one of Object.values(value)) left.push(one);
  }
}

function* candidatesIn(text: string): Generator<Pick<Undecided, 'kind' | 'text'>> {
  for (const { 1: host = '' } of text.matchAll(HOST))
    if (!OF_NOBODY.test(host)) yield { kind: 'host', text: host.toLowerCase() };
  const seen = new Set<number>();
  for (const [pattern, least] of [
    [INTRODUCED, 1],
    [SEVERAL_WORDS, 2],
  ] as const) {
    for (const match of text.matchAll(pattern)) {
      const words = (match[1] ?? match[2] ?? match[0]).split(' ');
      // The first word of a sentence has a capital letter too.
      while (COMMON.has(words[0] as string)) words.shift();
      const name = words.join(' ');
      const start = match.index + match[0].length - name.length;
      if (seen.has(start) || words.length < least || words.some((word) => COMMON.has(word))) continue;
      seen.add(start);
      yield { kind: 'name', text: name };
    }
  }
}

const HOST =
  /(?:(?<![A-Za-z0-9])(?:https?|wss?):\/\/(?:[^\s/?#@"'<>\\]*@)?|;phone-context=)([A-Za-z0-9](?:[A-Za-z0-9.-]{0,250}[A-Za-z0-9])?\.[A-Za-z]{2,63})(?![\w-])/gi;
/** Domains reserved for examples and tests, and names of local machines. */
const OF_NOBODY = /(?:^|\.)(?:example|invalid|test|localhost|local)$|(?:^|\.)example\.(?:com|net|org)$/i;

const WORD = "\\p{Lu}[\\p{Ll}'’-]{1,30}";
const SEVERAL_WORDS = new RegExp(`(?<![\\p{L}\\p{N}_.$/-])${WORD}(?: ${WORD}){1,3}(?![\\p{L}\\p{N}_])`, 'gu');
/** A single word counts as a name after a greeting and before an address. */
const INTRODUCED = new RegExp(
  `(?<![\\p{L}\\p{N}_])(?:(?:[Hh](?:i|ello)|[Dd]ear|[Mm](?:r|rs|s)\\.?|[Dd]r\\.?|[Mm]y name is|[Tt]his is|I am|I'm|[Rr]egards,?) )(${WORD}(?: ${WORD}){0,3})(?![\\p{L}\\p{N}_])` +
    `|(${WORD})(?= <(?:sips?|tel|mailto):)`,
  'gu',
);
const COMMON = new Set(
  (
    'A An And Are Ask Bad Best Call Contact Content Dear Do Error For From Hello Hi How I If In Internal Is It Method My New No ' +
    'Not Of On Or Our Please Press Request See Server Tell Thank Thanks That The There This To Type We Welcome What When Yes ' +
    'You Your Name Monday Tuesday Wednesday Thursday Friday Saturday Sunday January February March April May June ' +
    'July August September October November December'
  ).split(' '),
);
