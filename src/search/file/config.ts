import { type Sqlite, textOf } from './sqlite.js';

const MOST_KEYS = 200;
const LONGEST = 65_536;
const MOST_DIMENSIONS = 16_384;

/** Returns the entries of the config table. */
export function readConfig(database: Sqlite): Map<string, string> {
  const value = `substr(CAST(value AS BLOB), 1, ${LONGEST})`;
  const rows = database.rows(`SELECT CAST(key AS BLOB), ${value} FROM config NOT INDEXED LIMIT ${MOST_KEYS}`);
  return new Map(rows.map(([key, text]) => [textOf(key), textOf(text)]));
}

/** Returns the number of dimensions of the vectors, or 0 if it is missing or invalid. */
export function dimensionsIn(config: ReadonlyMap<string, string>): number {
  const dimensions = Number(config.get('embedding_dimensions') ?? 0);
  return Number.isInteger(dimensions) && dimensions > 0 && dimensions <= MOST_DIMENSIONS ? dimensions : 0;
}
