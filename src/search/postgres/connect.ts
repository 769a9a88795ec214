import type { Pool } from 'pg';
import { checkEgress, kindOfStatus, ServiceFailure } from '../../http/index.js';
import { attempt } from '../../util/index.js';

const CONNECT_MS = 10_000;
const STATEMENT_MS = 30_000;
const MAX_CONNECTIONS = 4;

/**
 * The driver opens its own sockets, so the egress policy is checked here, with the host that the driver reads.
 * @internal The types of the driver are an optional package, so no published declaration mentions them.
 */
export async function connect(connectionString: string): Promise<Pool> {
  const { default: pg } = await import('pg');
  const limits = { connectionTimeoutMillis: CONNECT_MS, statement_timeout: STATEMENT_MS };
  const config = { connectionString, ...limits, max: MAX_CONNECTIONS, allowExitOnIdle: true };
  assertReachable(attempt(() => new pg.Client(config)));
  const pool = new pg.Pool(config);
  // The pool replaces an idle connection that fails. Without a listener, the error would end the process.
  pool.on('error', () => {});
  return pool;
}

/** Returns the password of a connection string, both decoded and as written. */
export function secretsIn(connection_string: string): string[] {
  const [, written = ''] = /^[^:/?#]*:\/\/[^:@/?#]*:([^@]*)@/.exec(connection_string) ?? [];
  return [...new Set([written, attempt(() => decodeURIComponent(written)) ?? written])].filter(Boolean);
}

/** Converts a database error to a `ServiceFailure`, without the query. */
export function failureOf(error: unknown): ServiceFailure {
  if (error instanceof ServiceFailure) return error;
  const { message, code = '' } = error as Error & { code?: string };
  const kind = /^28/.test(code) ? 'auth' : /^57014$/.test(code) ? 'timeout' : kindOfStatus(503);
  return new ServiceFailure(kind, `Postgres: ${message}`);
}

function assertReachable(address: { host: string; port: number } | undefined): void {
  // The driver's error would include the connection string.
  if (!address)
    throw new TypeError('connection_string is invalid. It must look like postgresql://user:password@host:5432/name');
  const { host, port } = address;
  if (host.startsWith('/')) return; // a Unix socket
  const origin = `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
  if (!URL.canParse(origin)) throw new TypeError('connection_string has an invalid host');
  checkEgress(origin);
}
