import {
  type Ordinals,
  type Policy,
  type Replaced,
  type Review,
  redactWithReview,
  type Undecided,
} from '../../redact/index.js';
import { counted } from '../../util/index.js';
import { rehashed } from '../format/body.js';
import type { Cassette } from '../format/open.js';
import { plainlyFits } from '../format/quick-check.js';
import { CassetteDocument, CassetteHeader } from '../format/schema.js';
import { spell } from '../format/write.js';
import { mistake } from '../record/target-file.js';

export interface RedactOptions {
  readonly policy?: Policy;
  readonly secrets?: Iterable<string | undefined>;
  readonly table?: Ordinals;
  readonly dryRun?: boolean;
  /** Replaces what may identify someone, except the texts that the review keeps. The files store the decision. */
  readonly review?: Review;
}

/** A script in the form of an entry, so that redaction reads it as code. */
export interface BesideScript {
  readonly place: string;
  document: { readonly kind: 'input'; readonly source: string };
}

/** A document of a recording. Redaction replaces it. */
export interface LocatedDocument {
  readonly place: string;
  document: Document;
}

type Document = CassetteHeader | CassetteDocument;
type Recording = Pick<Cassette, 'header' | 'documents'>;

export interface RedactedRecording extends Recording {
  readonly replaced: readonly Replaced[];
  /** With a review: possible names, addresses, hosts and words, which were replaced. */
  readonly doubtful: readonly Undecided[];
}

/** Redacts a recording that is in memory, as a file of this name would be. Throws if any value would be left. */
export function redactRecording(name: string, recording: Recording, options: RedactOptions = {}): RedactedRecording {
  const located = documentsOf(name, recording);
  const { textsOf, replaced, doubtful } = redactTogether([located], options);
  // The texts are checked for values that are left.
  for (const _ of textsOf(located, name));
  const [header, ...documents] = located.map(({ document }) => rehashed(document));
  // Redaction keeps the order and the kinds of documents.
  return { header: header as CassetteHeader, documents: documents as CassetteDocument[], replaced, doubtful };
}

/** Redacts the documents of recordings in place, and the scripts beside them. */
export function redactTogether(
  recordings: readonly (readonly LocatedDocument[])[],
  { dryRun = false, ...options }: RedactOptions,
  beside: readonly BesideScript[] = [],
) {
  const all = recordings.flat();
  const review = reviewOf(all, options.review);
  // A kept text is redacted too: a part of it can be replaced.
  for (const one of all) one.document = withReview(one.document, review);
  const { gate, ...redacted } = redactWithReview<Document | BesideScript['document']>([...all, ...beside], {
    ...options,
    review,
    list: dryRun,
    isReviewed: ({ document }) => document.kind !== 'cassette',
  });
  for (const { document, place } of beside) gate.check(document, document.source, place);
  return {
    ...redacted,
    /** The text of each document. Throws if one is invalid, or if a value is left. */
    *textsOf(documents: readonly LocatedDocument[], name: string): Generator<string> {
      for (const { document, place } of documents) {
        const complete = rehashed(document);
        if (!fits(complete))
          throw mistake(
            `${place} would be invalid after redaction, because a keyword of the format is in the policy or is a secret`,
          );
        const text = spell(complete, name);
        gate.check(complete, text, place);
        yield text;
      }
    },
  };
}

const DONE = 'known secrets are redacted; people, numbers and addresses are replaced';

export const documentsOf = (file: string, { header, documents }: Recording): LocatedDocument[] => [
  { place: `${file}, header`, document: { ...header, redaction: DONE } },
  ...documents.map((document, i) => ({ place: `${file}, entry ${i + 1}`, document })),
];

/** A new review adds to the decisions that the files have. A recording without a review stays without one. */
function reviewOf(documents: readonly LocatedDocument[], review: Review | undefined): Review | undefined {
  const earlier = documents.flatMap(({ document }) => (isHeader(document) && document.review ? [document.review] : []));
  const all = review ? [...earlier, review] : earlier;
  return all.length === 0 ? undefined : { kept: [...new Set(all.flatMap(({ kept }) => kept))] };
}

const isHeader = (document: Document): document is CassetteHeader => document.kind === 'cassette';

const withReview = (document: Document, review: Review | undefined): Document =>
  review && isHeader(document)
    ? { ...document, redaction: DONE + exceptKept(review), review: { kept: [...review.kept] } }
    : document;

const exceptKept = ({ kept }: Review): string =>
  kept.length === 0 ? '' : `, except ${counted(kept.length, 'text')} that the review kept`;

/** Whether a redacted document is still valid. An invalid one must not replace a recording that can be opened. */
const fits = (document: Document) =>
  plainlyFits(document) ||
  (document.kind === 'cassette' ? CassetteHeader : CassetteDocument).safeParse(document).success;
