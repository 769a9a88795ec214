const MAX_LENGTH = 40;

/** Returns a collection name that is safe in table names. Other tools derive the same table names. */
export function collectionName(collection: string): string {
  const name = collection.replace(/[^A-Za-z0-9_]/g, '_').toLowerCase();
  if (name === '' || name.length > MAX_LENGTH)
    throw new TypeError(`collection_name must have 1 to ${MAX_LENGTH} characters`);
  return name;
}

/** Rejects a name that would change, because two collections could then share a table. */
export function newCollectionName(collection: string): string {
  const name = collectionName(collection);
  if (name === collection) return name;
  const hint = /[a-z0-9]/.test(name) ? `, for example ${name}` : '';
  throw new TypeError(`the collection name ${collection} is invalid. Use only a-z, 0-9 and _${hint}`);
}

export const tableOf = (collection: string): string => `chunks_${collectionName(collection)}`;

export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** The table that is filled before it replaces the collection. The number is unique to the writer. */
export const unfinishedTable = (name: string, number: string): string => `${unfinishedPrefix(name)}${number}`;

/** Returns the number of an unfinished table of this collection, or undefined for any other table. */
export function numberOfUnfinished(name: string, table: string): string | undefined {
  const number = table.startsWith(unfinishedPrefix(name)) ? table.slice(unfinishedPrefix(name).length) : '';
  return /^[0-9a-f]{8}$/.test(number) ? number : undefined;
}

// Tables of collections start with `chunks_`, so they are never mistaken for unfinished tables.
const unfinishedPrefix = (name: string) => `patchbay_new_${name}_`;
