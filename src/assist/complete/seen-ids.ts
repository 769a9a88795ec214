import { operations, type Row, walkRows } from '../../client/index.js';

/** One id that an answer held. */
export interface SeenId {
  readonly value: string;
  /** What its thing is called, where it has a name. */
  readonly label?: string;
}

/** What an argument or a field wants to name. */
export interface Wanted {
  /** As the argument or the field is called: `queue_id`, `to`. */
  readonly name: string;
  /** The path under which things of that kind are found: `/api/relay/rest/queues`. */
  readonly collection?: string;
}

interface Kept extends SeenId {
  /** The name of the field that held it. */
  readonly field: string;
  readonly collections: readonly string[];
}

/** A session may last for days; nobody picks from more. */
const MOST_KEPT = 1000;
const MOST_ITEMS = 200;
const ID = /^(?:id|sid|uuid)$/;
const NUMBER = /^\+\d{6,15}$/;
const LABELS = ['name', 'display_name', 'friendly_name', 'title', 'number', 'label', 'filename', 'status', 'type'];

/** The ids that the platform has answered with in this session, by what they name. */
export class Seen {
  /** Oldest first. */
  readonly #kept = new Map<string, Kept>();

  /** Learns from one good answer. */
  learn(row: Row, answer: unknown): void {
    if (typeof answer !== 'object' || answer === null) return;
    const { kind, name = '', of } = row.gives;
    const items = kind === 'page' ? (answer as Record<string, unknown>)[name] : [answer];
    if (!Array.isArray(items)) return;
    const shape = kind === 'page' ? of?.[0]?.name : name;
    const collections = [collectionOf(row), ...(shape === undefined ? [] : (collectionsByShape().get(shape) ?? []))];
    // The first item is the newest, as the platform lists them.
    for (const item of items.slice(0, MOST_ITEMS).reverse()) this.#learnItem(item, collections);
  }

  /** Those that fit, newest first. */
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

/** As it came: whoever shows it cleans it. */
const isLabel = (value: unknown): value is string => typeof value === 'string' && /[\p{L}\p{N}]/u.test(value);
const LONGEST_LABEL = 80;

/** One word that can be typed back: no quotes, no control characters, not a text. */
const isWord = (value: unknown): value is string =>
  typeof value === 'string' && value !== '' && value.length <= 80 && /^[\p{L}\p{N} _.:@+-]+$/u.test(value);

function fits({ value, field, collections }: Kept, { name, collection }: Wanted): boolean {
  if (wantsNumber(name)) return NUMBER.test(value);
  if (collection !== undefined && collections.includes(collection))
    return isIdName(name) ? ID.test(field) : field === name;
  const stem = stemOf(name);
  if (!isIdName(name) || stem === '') return false;
  if (ID.test(field)) return collection === undefined && collections.some((one) => isAlike(singularOf(one), stem));
  return field.toLowerCase() === name.toLowerCase() || (collection === undefined && isAlike(stemOf(field), stem));
}

/** `agent` is meant by `call_ai_agent`, and `/ai_agents` holds it. */
const isAlike = (a: string, b: string) => a === b || a.endsWith(`_${b}`) || (a !== '' && b.endsWith(`_${a}`));

export const isIdName = (name: string): boolean => ID.test(name) || /_s?id$/i.test(name);
export const wantsNumber = (name: string): boolean =>
  /^(?:from|to|number|e164|phone_number|from_number|to_number|caller_id_number|phonenumber|callerid)$/i.test(name);
const stemOf = (name: string) => name.toLowerCase().replace(/_?(?:s?id|uuid)$/, '');

function singularOf(collection: string): string {
  const last = (collection.split('/').at(-1) ?? '').toLowerCase();
  return last.endsWith('sses') ? last.slice(0, -2) : last.replace(/s$/, '');
}

/** `/api/relay/rest/queues` of all its rows that are about one queue or about all. */
function collectionOf({ route }: Row): string {
  const path = route.slice(route.indexOf(' ') + 1);
  return path.replace(/\/\{\w+\}$/, '');
}

/** The path before an argument's place in the route: where things of its kind are found. */
export function wantedBy({ route }: Row, word: string): Wanted {
  const at = route.indexOf(`/{${word}}`);
  return at < 0 ? { name: word } : { name: word, collection: route.slice(route.indexOf(' ') + 1, at) };
}

let byShape: ReadonlyMap<string, readonly string[]> | undefined;

/** A shape that is fetched one by one from a path belongs there, whoever else answers with it. */
function collectionsByShape(): ReadonlyMap<string, readonly string[]> {
  if (byShape) return byShape;
  const found = new Map<string, string[]>();
  for (const [, row] of walkRows(operations)) {
    const { name } = row.gives;
    if (!/^GET .*\/\{\w+\}$/.test(row.route) || name === undefined || row.gives.kind === 'page') continue;
    found.set(name, [...(found.get(name) ?? []), collectionOf(row)]);
  }
  byShape = found;
  return found;
}
