import type { Pool } from 'pg';
import { numberOfUnfinished, quoted } from './names.js';

/** A lock that shows that a table is still being filled. */
export interface Claim {
  release(): Promise<void>;
}

/** Class of these advisory locks, which separates them from the locks of other programs. */
const KIND = 0x70617463;

/** Takes an advisory lock on a number. Postgres releases the lock when the connection ends. */
export async function claimed(pool: Pool, number: string): Promise<Claim> {
  const client = await pool.connect();
  const lost = () => {}; // the next query reports the lost connection
  client.on('error', lost);
  let isHeld = true;
  const release = async () => {
    if (!isHeld) return;
    isHeld = false;
    await client.query('SELECT pg_advisory_unlock($1, $2)', [KIND, keyOf(number)]).catch(lost);
    client.off('error', lost);
    client.release(true);
  };
  try {
    await client.query('SELECT pg_advisory_lock($1, $2)', [KIND, keyOf(number)]);
  } catch (error) {
    await release();
    throw error;
  }
  return { release };
}

/** Drops unfinished tables of this collection whose writers have ended. */
export async function dropAbandoned(pool: Pool, name: string): Promise<void> {
  const { rows } = await pool.query<{ tablename: string }>(
    `SELECT tablename FROM pg_tables WHERE schemaname = current_schema()
       AND pg_has_role(tableowner, 'USAGE') AND starts_with(tablename, 'patchbay_new_')`,
  );
  for (const { tablename } of rows) {
    const number = numberOfUnfinished(name, tablename);
    if (number !== undefined && !(await isClaimed(pool, number)))
      await pool.query(`DROP TABLE IF EXISTS ${quoted(tablename)}`);
  }
}

/** Checks without taking the lock: behind a pooler, this connection may be the one that holds it. */
async function isClaimed(pool: Pool, number: string): Promise<boolean> {
  const { rows } = await pool.query(
    `SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND classid = $1 AND objid::bigint = $2 AND granted`,
    [KIND, Number.parseInt(number, 16)],
  );
  return rows.length > 0;
}

/** Advisory locks are named by signed 32-bit integers. */
const keyOf = (number: string): number => Number.parseInt(number, 16) | 0;
