import { type Argument, operations, type Row, walkRows } from '../../client/index.js';

export interface SeenId {
  readonly value: string;
  readonly label?: string;
}

/** The id or value that an argument or a field expects. */
export interface ExpectedId extends Pick<Argument, 'name' | 'collection'> {
  /** Declared for arguments. The name of a field implies its kind. */
  readonly kind?: Argument['kind'];
}

/** An id or a number with its kind of resource: `queue`. */
export interface KnownItem extends SeenId {
  readonly kind: string;
}

interface StoredId extends SeenId {
  readonly field: string;
  readonly collections: readonly string[];
}

/** Limits for a session that runs for days. */
const MAX_IDS = 1000;
const MAX_ITEMS = 200;
const ID = /^(?:id|sid|uuid)$/;
const NUMBER = /^\+\d{6,15}$/;
const LABELS = ['name', 'display_name', 'friendly_name', 'title', 'number', 'label', 'filename', 'status', 'type'];

/** The ids from responses of the platform in this session, with the collections to which they belong. */
export class SeenIds {
  /** Oldest first. */
  readonly #ids = new Map<string, StoredId>();
  #byShape: ReadonlyMap<string, readonly string[]> | undefined;

  learn(row: Row, response: unknown): void {
    if (typeof response !== 'object' || response === null) return;
    const { kind, name = '', of } = row.gives;
    const items = kind === 'page' ? (response as Record<string, unknown>)[name] : [response];
    if (!Array.isArray(items)) return;
    const shape = kind === 'page' ? of?.[0]?.name : name;
    const collections = [collectionOf(row), ...(shape === undefined ? [] : this.#collectionsWith(shape))];
    // The platform lists the newest item first.
    for (const item of items.slice(0, MAX_ITEMS).reverse()) this.#learnItem(item, collections);
  }

  fitting(expected: ExpectedId): SeenId[] {
    const found = new Map<string, StoredId>();
    for (const id of [...this.#ids.values()].reverse())
      if (!found.has(id.value) && fits(id, expected)) found.set(id.value, id);
    return this.#ownFirst([...found.values()], expected).map(({ value, label }) => ({
      value,
      ...(label !== undefined && { label }),
    }));
  }

  /** Returns all ids and numbers, latest first. Ids that other resources mention come last. */
  all(): KnownItem[] {
    const latest = [...this.#ids.values()].reverse().filter(({ field }) => field !== 'name');
    const isOwn = ({ field, value }: StoredId) => ID.test(field) || NUMBER.test(value);
    const ordered = [...latest.filter(isOwn), ...latest.filter((id) => !isOwn(id))];
    return ordered.map(({ value, label, field, collections: [own] }) => {
      const kind = (own === undefined ? stemOf(field) : singularOf(own)).replaceAll('_', ' ');
      return { value, kind, ...(label !== undefined && { label }) };
    });
  }

  /** Returns the collections in which a value is the id of an item: none for a value that no response had as an id. */
  collectionsOf(value: string): readonly string[] {
    const own = [...this.#ids.values()].filter((id) => id.value === value && ID.test(id.field));
    return [...new Set(own.flatMap(({ collections }) => collections))];
  }

  /** Returns the numbers of the account, latest first, without those that calls and messages mention. */
  ownNumbers(): readonly string[] {
    const isOwn = ({ value, collections }: StoredId) =>
      NUMBER.test(value) && collections.some((one) => /phone_?numbers$/i.test(one));
    return [...new Set([...this.#ids.values()].filter(isOwn).map(({ value }) => value))].reverse();
  }

  /** Lists the numbers of the project before numbers from calls and messages, except for the target of a call. */
  #ownFirst(ids: readonly StoredId[], expected: ExpectedId): readonly StoredId[] {
    if (kindOf(expected) !== 'number' || /^to/i.test(expected.name)) return ids;
    const own = new Set(this.ownNumbers());
    return [...ids.filter(({ value }) => own.has(value)), ...ids.filter(({ value }) => !own.has(value))];
  }

  #collectionsWith(shape: string): readonly string[] {
    this.#byShape ??= collectionsByShape();
    return this.#byShape.get(shape) ?? [];
  }

  #learnItem(item: unknown, collections: readonly string[]): void {
    if (typeof item !== 'object' || item === null) return;
    const fields = Object.entries(item).filter((field): field is [string, string] => isWord(field[1]));
    const label = LABELS.map((name) => (item as Record<string, unknown>)[name])
      .find(isLabel)
      ?.slice(0, MAX_LABEL);
    for (const [field, value] of fields) {
      const isOwn = ID.test(field);
      if (isOwn || /_s?id$/i.test(field) || NUMBER.test(value) || field === 'name')
        this.#store({
          value,
          field,
          collections: isOwn || /^(?:name|(?:phone_)?number)$/.test(field) ? collections : [],
          ...(isOwn && label !== undefined && { label }),
        });
    }
  }

  #store(id: StoredId): void {
    const key = [id.value, id.field, ...id.collections].join('\n');
    this.#ids.delete(key);
    this.#ids.set(key, id);
    if (this.#ids.size > MAX_IDS) this.#ids.delete(this.#ids.keys().next().value as string);
  }
}

/** Labels are stored as received. The code that shows them must remove control characters. */
const isLabel = (value: unknown): value is string => typeof value === 'string' && /[\p{L}\p{N}]/u.test(value);
const MAX_LABEL = 80;

/** Returns whether a value is short and can be typed in quotes: no quotes and no control characters. */
const isWord = (value: unknown): value is string =>
  typeof value === 'string' && value !== '' && value.length <= 80 && /^[\p{L}\p{N} _.:@+-]+$/u.test(value);

function fits({ value, field, collections }: StoredId, expected: ExpectedId): boolean {
  const { name, collection } = expected;
  const kind = kindOf(expected);
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

export function kindOf({ name, kind }: ExpectedId): Argument['kind'] {
  if (kind !== undefined) return kind;
  if (NUMBER_FIELD.test(name)) return 'number';
  return ID.test(name) || /_s?id$/i.test(name) ? 'id' : 'text';
}

const NUMBER_FIELD = /^(?:from|to|number|phone_number|from_number|to_number|caller_id_number|phonenumber|callerid)$/i;
/** `flow_id` → `flow`. */
export const stemOf = (name: string) => name.toLowerCase().replace(/_?(?:s?id|uuid)$/, '');

/** `/api/relay/rest/phone_numbers` → `phone_number`. */
export function singularOf(collection: string): string {
  const last = (collection.split('/').at(-1) ?? '').toLowerCase();
  return last.endsWith('sses') ? last.slice(0, -2) : last.replace(/s$/, '');
}

/** Returns the collection path of a row: `/api/relay/rest/queues` for rows about one queue or about all. */
function collectionOf(row: Row): string {
  return (isAboutOne(row) && row.parameters.at(-1)?.collection) || row.path;
}

/** Returns whether the path of a row ends with the parameter that identifies one resource. */
const isAboutOne = ({ literals, parameters }: Row) => parameters.length > 0 && literals.at(-1) === '';

/** Maps each shape to the collections that return single items of it. Other operations return it too. */
function collectionsByShape(): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  for (const [, row] of walkRows(operations)) {
    const { name } = row.gives;
    if (row.method !== 'GET' || !isAboutOne(row) || name === undefined || row.gives.kind === 'page') continue;
    found.set(name, [...(found.get(name) ?? []), collectionOf(row)]);
  }
  return found;
}
