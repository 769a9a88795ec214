import { type Argument, operations, type Row, walkRows } from '../../client/index.js';

/** An id from a response. */
export interface SeenId {
  readonly value: string;
  /** The name of the resource, if it has one. */
  readonly label?: string;
}

/** The id or value that an argument or a field expects. */
export interface Wanted extends Pick<Argument, 'name' | 'collection'> {
  /** Declared for arguments. The name of a field implies its kind. */
  readonly kind?: Argument['kind'];
}

interface Kept extends SeenId {
  /** The name of the field that contained the id. */
  readonly field: string;
  readonly collections: readonly string[];
}

/** Limits for a session that runs for days. */
const MOST_KEPT = 1000;
const MOST_ITEMS = 200;
const ID = /^(?:id|sid|uuid)$/;
const NUMBER = /^\+\d{6,15}$/;
const LABELS = ['name', 'display_name', 'friendly_name', 'title', 'number', 'label', 'filename', 'status', 'type'];

/** The ids from responses of the platform in this session, with the collections to which they belong. */
export class Seen {
  /** Oldest first. */
  readonly #kept = new Map<string, Kept>();

  /** Stores the ids of a successful response. */
  learn(row: Row, answer: unknown): void {
    if (typeof answer !== 'object' || answer === null) return;
    const { kind, name = '', of } = row.gives;
    const items = kind === 'page' ? (answer as Record<string, unknown>)[name] : [answer];
    if (!Array.isArray(items)) return;
    const shape = kind === 'page' ? of?.[0]?.name : name;
    const collections = [collectionOf(row), ...(shape === undefined ? [] : (collectionsByShape().get(shape) ?? []))];
    // The platform lists the newest item first.
    for (const item of items.slice(0, MOST_ITEMS).reverse()) this.#learnItem(item, collections);
  }

  /** Returns the ids that fit, newest first. */
  fitting(wanted: Wanted): SeenId[] {
    const found = new Map<string, SeenId>();
    for (const kept of [...this.#kept.values()].reverse())
      if (!found.has(kept.value) && fits(kept, wanted)) found.set(kept.value, kept);
    return [...found.values()].map(({ value, label }) => ({ value, ...(label !== undefined && { label }) }));
  }

  #learnItem(item: unknown, collections: readonly string[]): void {
    if (typeof item !== 'object' || item === null) return;
    const fields = Object.entries(item).filter((field): field is [string, string] => isWord(field[1]));
    const label = LABELS.map((name) => (item as Record<string, unknown>)[name])
      .find(isLabel)
      ?.slice(0, LONGEST_LABEL);
    for (const [field, value] of fields) {
      const isOwn = ID.test(field);
      if (isOwn || /_s?id$/i.test(field) || NUMBER.test(value) || field === 'name')
        this.#keep({
          value,
          field,
          collections: isOwn || field === 'name' ? collections : [],
          ...(isOwn && label !== undefined && { label }),
        });
    }
  }

  #keep(kept: Kept): void {
    const key = [kept.value, kept.field, ...kept.collections].join('\n');
    this.#kept.delete(key);
    this.#kept.set(key, kept);
    if (this.#kept.size > MOST_KEPT) this.#kept.delete(this.#kept.keys().next().value as string);
  }
}

/** Labels are stored as received. The code that shows them must remove control characters. */
const isLabel = (value: unknown): value is string => typeof value === 'string' && /[\p{L}\p{N}]/u.test(value);
const LONGEST_LABEL = 80;

/** Returns whether a value is short and can be typed in quotes: no quotes and no control characters. */
const isWord = (value: unknown): value is string =>
  typeof value === 'string' && value !== '' && value.length <= 80 && /^[\p{L}\p{N} _.:@+-]+$/u.test(value);

function fits({ value, field, collections }: Kept, wanted: Wanted): boolean {
  const { name, collection } = wanted;
  const kind = kindOf(wanted);
  if (kind === 'number') return NUMBER.test(value);
  if (collection !== undefined && collections.includes(collection))
    return kind === 'id' ? ID.test(field) : field === name;
  const stem = stemOf(name);
  if (kind !== 'id' || stem === '') return false;
  if (ID.test(field)) return collection === undefined && collections.some((one) => isAlike(singularOf(one), stem));
  return field.toLowerCase() === name.toLowerCase() || (collection === undefined && isAlike(stemOf(field), stem));
}

/** Compares kinds of resources by their last words: `agent` and `call_ai_agent` both match `ai_agent`. */
const isAlike = (a: string, b: string) => a === b || a.endsWith(`_${b}`) || (a !== '' && b.endsWith(`_${a}`));

/** Returns the declared kind of an argument, or the kind that the name of a field implies. */
export function kindOf({ name, kind }: Wanted): Argument['kind'] {
  if (kind !== undefined) return kind;
  if (NUMBER_FIELD.test(name)) return 'number';
  return ID.test(name) || /_s?id$/i.test(name) ? 'id' : 'text';
}

const NUMBER_FIELD = /^(?:from|to|number|phone_number|from_number|to_number|caller_id_number|phonenumber|callerid)$/i;
const stemOf = (name: string) => name.toLowerCase().replace(/_?(?:s?id|uuid)$/, '');

function singularOf(collection: string): string {
  const last = (collection.split('/').at(-1) ?? '').toLowerCase();
  return last.endsWith('sses') ? last.slice(0, -2) : last.replace(/s$/, '');
}

/** Returns the collection path of a row: `/api/relay/rest/queues` for rows about one queue or about all. */
function collectionOf(row: Row): string {
  return (isAboutOne(row) && row.parameters.at(-1)?.collection) || row.path;
}

/** Returns whether the path of a row ends with the parameter that identifies one resource. */
const isAboutOne = ({ literals, parameters }: Row) => parameters.length > 0 && literals.at(-1) === '';

let byShape: ReadonlyMap<string, readonly string[]> | undefined;

/**
 * Maps each shape to the collections from which single items of it are fetched, because other operations return it too.
 */
function collectionsByShape(): ReadonlyMap<string, readonly string[]> {
  if (byShape) return byShape;
  const found = new Map<string, string[]>();
  for (const [, row] of walkRows(operations)) {
    const { name } = row.gives;
    if (row.method !== 'GET' || !isAboutOne(row) || name === undefined || row.gives.kind === 'page') continue;
    found.set(name, [...(found.get(name) ?? []), collectionOf(row)]);
  }
  byShape = found;
  return found;
}
