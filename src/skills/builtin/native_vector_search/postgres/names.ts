const LONGEST = 40;

/** What a collection is called inside names: nothing of it is syntax, and tables of other tools have the same. */
export function collectionName(collection: string): string {
  const name = collection.replace(/[^A-Za-z0-9_]/g, '_').toLowerCase();
  if (name === '' || name.length > LONGEST) throw new TypeError(`collection_name must have 1 to ${LONGEST} characters`);
  return name;
}

/**
 * The same for a collection that is to be made. Others would share the table of a name that loses something, and replace
 * it: those that are there already are read all the same.
 */
export function newCollectionName(collection: string): string {
  const name = collectionName(collection);
  if (name === collection) return name;
  const hint = /[a-z0-9]/.test(name) ? `; ${name} could be one` : '';
  throw new TypeError(`the name of a collection has nothing but a-z, 0-9 and _, which ${collection} has not${hint}`);
}

export const tableOf = (collection: string): string => `chunks_${collectionName(collection)}`;

export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** Where a collection is filled, with a number that nobody else has. */
export const unfinishedTable = (name: string, number: string): string => `${unfinishedPrefix(name)}${number}`;

/** The number of a table that is, or was, filled for this collection. */
export function numberOfUnfinished(name: string, table: string): string | undefined {
  const number = table.startsWith(unfinishedPrefix(name)) ? table.slice(unfinishedPrefix(name).length) : '';
  return /^[0-9a-f]{8}$/.test(number) ? number : undefined;
}

// No collection's table begins like this, or a collection could be taken for what somebody left behind.
const unfinishedPrefix = (name: string) => `patchbay_new_${name}_`;
