import type { Cassette } from '../../cassette/index.js';
import { groupBy } from '../../util/index.js';
import { links } from '../links/links.js';
import { isExchange } from '../replay/send-again.js';
import { type FieldAt, fieldsIn, withoutFields } from './body-fields.js';
import { smallestSet } from './smallest-set.js';

type Recording = Pick<Cassette, 'header' | 'documents'>;

/** A smaller recording. */
export interface Candidate extends Recording {
  /** The positions of its documents in the whole recording. */
  readonly kept: readonly number[];
}

interface Rules {
  /** The exchange that every candidate has. Without it, a test of the user decides. */
  readonly target: number | undefined;
  /** Whether fields of the body of a request may be left out. */
  mayDrop(field: FieldAt): boolean;
  holds(candidate: Candidate): Promise<boolean>;
}

/** Looks for the smallest recording for which a condition holds: first fewer exchanges, then fewer fields. */
export class Search {
  runs = 1;
  readonly #recording: Recording;
  readonly #signal: AbortSignal | undefined;
  /** The entries that created what an entry uses. What a GET showed exists without the GET. */
  readonly #sources: ReadonlyMap<number, readonly { readonly source: number }[]>;

  constructor(recording: Recording, signal: AbortSignal | undefined) {
    this.#recording = recording;
    this.#signal = signal;
    const isRead = (index: number) => {
      const document = recording.documents[index];
      return document !== undefined && isExchange(document) && document.request.method === 'GET';
    };
    const uses = links(recording.documents).flatMap(({ from, uses }) =>
      isRead(from.entry) ? [] : uses.map(({ entry }) => ({ entry, source: from.entry })),
    );
    this.#sources = groupBy(uses, ({ entry }) => entry);
  }

  mayRun =
    (budget = Number.POSITIVE_INFINITY) =>
    () =>
      !this.#signal?.aborted && this.runs < budget;

  async run({ target, mayDrop, holds }: Rules) {
    const fixed = target === undefined ? [] : [target];
    const others = this.#recording.documents.flatMap(({ kind }, index) =>
      (kind === 'http' || kind === 'webhook') && index !== target ? [index] : [],
    );
    const partOf = (entries: Iterable<number>): Candidate => {
      const kept = [...this.#withSources([...fixed, ...entries])].sort((one, other) => one - other);
      return { ...this.#recording, documents: kept.flatMap((index) => this.#recording.documents[index] ?? []), kept };
    };
    const entries = await smallestSet(others, (part) => holds(partOf(part)), this.mayRun());
    const smallest = await this.#withoutUnneeded(entries.kept, (part) => holds(partOf(part)));
    const candidate = partOf(smallest);
    const budget = 3 * candidate.documents.length * Math.log2(Math.max(2, others.length + 1)) + 10;
    const { documents } = candidate;
    const fields = documents
      .flatMap((one, index) => fieldsIn(one, index))
      .filter(({ index, path }) => mayDrop({ index: candidate.kept[index] ?? -1, path }));
    const withFields = (part: readonly FieldAt[]): Candidate => {
      const kept = new Set(part);
      const removed = groupBy(
        fields.filter((field) => !kept.has(field)),
        ({ index }) => index,
      );
      return { ...candidate, documents: documents.map((one, index) => withoutFields(one, removed.get(index) ?? [])) };
    };
    const smaller = await smallestSet(fields, (part) => holds(withFields(part)), this.mayRun(Math.floor(budget)));
    return { documents: withFields(smaller.kept).documents, isFinished: entries.isFinished && smaller.isFinished };
  }

  /** Bisection can keep an exchange that a later one makes unnecessary. */
  async #withoutUnneeded(kept: readonly number[], holds: (part: readonly number[]) => Promise<boolean>) {
    let needed = kept;
    for (const index of kept) {
      // After Ctrl-C, many exchanges can be left.
      if (!this.mayRun()()) break;
      const others = needed.filter((one) => one !== index);
      const isNeeded = this.#withSources(others).has(index);
      if (!isNeeded && needed.length > 1 && (await holds(others))) needed = others;
    }
    return needed;
  }

  /** A request needs the requests whose responses it uses. */
  #withSources(entries: Iterable<number>): ReadonlySet<number> {
    const kept = new Set<number>();
    const open = [...entries];
    for (let index = open.pop(); index !== undefined; index = open.pop()) {
      if (kept.has(index)) continue;
      kept.add(index);
      for (const { source } of this.#sources.get(index) ?? []) open.push(source);
    }
    return kept;
  }
}
