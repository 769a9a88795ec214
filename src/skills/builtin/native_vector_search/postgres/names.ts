const LONGEST = 40;

/** What a collection is called inside names: nothing of it is syntax, and tables of other tools have the same. */
export function collectionName(collection: string): string {
  const name = collection.replace(/[^A-Za-z0-9_]/g, '_').toLowerCase();
  if (name === '' || name.length > LONGEST) throw new TypeError(`collection_name must have 1 to ${LONGEST} characters`);
  return name;
}

export const tableOf = (collection: string): string => `chunks_${collectionName(collection)}`;

export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;
