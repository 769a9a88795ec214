import { type Cassette, exchangeNumbers } from '../../cassette/index.js';
import { bodyValue, type Link, links, type Path, type Use } from '../links/links.js';
import { type Alignable, align, alignable, type Exchange, isExchange, nameOf, renamed } from '../replay/align.js';
import { valueAt } from '../replay/substitute.js';
import { changesOf, type Found, type Item } from './item-changes.js';

type Recording = Pick<Cassette, 'documents'>;

/** One difference between a good recording and a bad one. */
export interface RecordingDifference {
  readonly operation: string;
  /** The numbers in the good and in the bad recording, as `cassette show` prints them. */
  readonly exchanges: { readonly good?: number; readonly bad?: number };
  /** `request` if only one recording has it, or a part such as `body.from`, `query page_size` or `response status`. */
  readonly at: string;
  readonly good: unknown;
  readonly bad: unknown;
}

/** A difference, and what applying it to the good recording does. */
export interface Change {
  readonly item: number;
  readonly part: Found['part'];
  readonly path: Path;
  readonly difference: RecordingDifference;
  /** Changes without which this one refers to a value that is not in the recording. */
  readonly needs: Change[];
}

/** Lists what differs between two recordings, request by request. Ids that responses return do not differ. */
export function changesBetween(
  good: Recording,
  bad: Recording,
): { items: readonly Item[]; changes: readonly Change[] } {
  const [one, other] = [new Side(good), new Side(bad)];
  const pairs = align(one.alignable, other.alignable);
  const rename = renaming(one, other, pairs);
  const items = pairs.map(
    ([i, j]): Item => ({
      good: i === undefined ? undefined : one.exchanges[i]?.exchange,
      bad: j === undefined ? undefined : rename(other.exchanges[j]?.exchange),
    }),
  );
  const found = items.map((item, index) => {
    const [i, j] = pairs[index] ?? [];
    const exchanges = {
      ...(i !== undefined && { good: one.exchanges[i]?.number ?? 0 }),
      ...(j !== undefined && { bad: other.exchanges[j]?.number ?? 0 }),
    };
    return changesOf(item).map(
      ({ part, path, at: place, good, bad }): Change => ({
        item: index,
        part,
        path,
        difference: { operation: operationOf(item), exchanges, at: place, good, bad },
        needs: [],
      }),
    );
  });
  const goodItems = new Map(pairs.map(([i], index) => [i === undefined ? -1 : one.exchanges[i]?.entry, index]));
  const badItems = new Map(pairs.map(([, j], index) => [j === undefined ? -1 : other.exchanges[j]?.entry, index]));
  for (const link of other.links) needAdded(link, (entry) => found[badItems.get(entry) ?? -1] ?? []);
  for (const link of one.links) needRemoved(link, (entry) => found[goodItems.get(entry) ?? -1] ?? []);
  // Requests explain more than responses do, so the search drops responses first.
  const all = found.flat();
  return { items, changes: [...all.filter(isOfRequest), ...all.filter((change) => !isOfRequest(change))] };
}

const operationOf = ({ good, bad }: Item): string => {
  const exchange = bad ?? good;
  return exchange ? nameOf(exchange) : '';
};

const isOfRequest = ({ part }: Change) => part !== 'response';

/** One of the two recordings. */
class Side {
  readonly exchanges: readonly { readonly entry: number; readonly number: number; readonly exchange: Exchange }[];
  readonly links: readonly Link[];
  readonly alignable: readonly Alignable[];
  /** The positions of the exchanges by their positions in the recording. */
  readonly places: ReadonlyMap<number, number>;

  constructor({ documents }: Recording) {
    const numbers = exchangeNumbers(documents);
    this.exchanges = documents.flatMap((exchange, entry) =>
      isExchange(exchange) ? [{ entry, number: numbers[entry] ?? 0, exchange }] : [],
    );
    this.places = new Map(this.exchanges.map(({ entry }, place) => [entry, place]));
    this.links = links(documents);
    this.alignable = alignable(documents, this.links).filter((one) => one !== undefined);
  }
}

/** Returns a function that gives the exchanges of the bad recording the ids of the good one. */
function renaming(good: Side, bad: Side, pairs: ReturnType<typeof align>) {
  const names = new Map<string, string>();
  const taken = new Set(good.links.map(({ value }) => value));
  const partners = new Map(pairs.map(([i, j]) => [j, i]));
  for (const { value, from } of bad.links) {
    const i = partners.get(bad.places.get(from.entry));
    const body = i === undefined ? undefined : good.exchanges[i]?.exchange.response?.body;
    const id = valueAt(bodyValue(body), from.path);
    if (typeof id === 'string') names.set(value, id);
    // The same id may belong to another resource, because redaction numbers ids from the first one.
    else if (taken.has(value)) names.set(value, unused(value, taken));
  }
  return (exchange: Exchange | undefined): Exchange | undefined =>
    exchange && names.size > 0 ? JSON.parse(renamed(JSON.stringify(exchange), names)) : exchange;
}

function unused(value: string, taken: Set<string>): string {
  for (let count = 1; ; count++) {
    const suffix = count.toString(16).padStart(6, 'f');
    const name = value.length > suffix.length ? value.slice(0, -suffix.length) + suffix : value + suffix;
    if (taken.has(name)) continue;
    taken.add(name);
    return name;
  }
}

type ChangesAt = (entry: number) => readonly Change[];

/** A use of an id needs the request that returned it, if only the bad recording has that request. */
function needAdded({ from, uses }: Link, changesAt: ChangesAt): void {
  const source = changesAt(from.entry).find(({ part }) => part === 'added');
  if (!source) return;
  for (const use of uses)
    for (const change of changesAt(use.entry))
      if (change.part === 'added' || covers(change, use)) change.needs.push(source);
}

/** A request that returned an id can be removed only together with the uses of the id. */
function needRemoved({ from, uses }: Link, changesAt: ChangesAt): void {
  const source = changesAt(from.entry).find(({ part }) => part === 'removed');
  if (!source) return;
  for (const use of uses)
    for (const change of changesAt(use.entry))
      if (change.part === 'removed' || covers(change, use)) source.needs.push(change);
}

const covers = ({ part, path }: Change, use: Use): boolean =>
  part === 'encoding'
    ? use.at === 'body'
    : part === use.at && (part === 'path' || path.every((step, index) => step === use.path[index]));
