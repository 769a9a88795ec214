import type { Pool } from 'pg';
import { checkEgress, kindOfStatus, ServiceFailure } from '../../http/index.js';

const CONNECT_MS = 10_000;
const STATEMENT_MS = 30_000;
const MOST_CONNECTIONS = 4;

/**
 * Creates a connection pool. The driver opens its own sockets, so the egress policy is checked here. The check uses the
 * host that the driver reads from the connection string and the environment.
 */
export async function connect(connectionString: string): Promise<Pool> {
  const { default: pg } = await import('pg');
  const limits = { connectionTimeoutMillis: CONNECT_MS, statement_timeout: STATEMENT_MS };
  const config = { connectionString, ...limits, max: MOST_CONNECTIONS, allowExitOnIdle: true };
  assertReachable(hostOf(() => new pg.Client(config)));
  const pool = new pg.Pool(config);
  // The pool replaces an idle connection that fails. Without a listener, the error would end the process.
  pool.on('error', () => {});
  return pool;
}

/** Returns the password of a connection string, both decoded and as written. */
export function secretsIn(connection_string: string): string[] {
  const [, written = ''] = /^[^:/?#]*:\/\/[^:@/?#]*:([^@]*)@/.exec(connection_string) ?? [];
  try {
    return [...new Set([written, decodeURIComponent(written)])].filter(Boolean);
  } catch {
    return [written];
  }
}

/** Converts a database error to a `ServiceFailure`, without the query. */
export function failureOf(error: unknown): ServiceFailure {
  if (error instanceof ServiceFailure) return error;
  const { message, code = '' } = error as Error & { code?: string };
  const kind = /^28/.test(code) ? 'auth' : /^57014$/.test(code) ? 'timeout' : kindOfStatus(503);
  return new ServiceFailure(kind, `Postgres: ${message}`);
}

function hostOf(make: () => { host: string; port: number }): { host: string; port: number } {
  try {
    return make();
  } catch {
    // The original error would include the connection string.
    throw new TypeError('connection_string is invalid. It must look like postgresql://user:password@host:5432/name');
  }
}

function assertReachable({ host, port }: { host: string; port: number }): void {
  if (host.startsWith('/')) return; // a Unix socket
  const origin = `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
  if (!URL.canParse(origin)) throw new TypeError('connection_string has an invalid host');
  checkEgress(origin);
}
