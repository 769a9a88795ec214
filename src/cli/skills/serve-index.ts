import { randomBytes } from 'node:crypto';
import { serveDocuments } from '../../skills/index.js';
import { FINE, UsageError } from '../exit-codes.js';
import { parse } from '../options.js';
import { writeErr, writeOut } from '../output.js';
import { untilStopped } from '../until-stopped.js';
import { openedWay } from './egress.js';

export const SERVE_INDEX_OPTIONS = {
  port: { type: 'string', value: 'N', help: 'where to listen; 8001 unless it is said' },
  'embedding-url': { type: 'string', value: 'URL', help: 'a service that makes vectors; EMBEDDING_API_KEY is its key' },
  live: { type: 'boolean', help: 'let it reach one that is not on this machine' },
} as const;

/** Serves search indexes on loopback until Ctrl-C, for skills with a `remote_url`. */
export async function serveIndex(args: readonly string[], stopped: Promise<unknown> = untilStopped()): Promise<number> {
  const { values, positionals: files } = parse({
    args: [...args],
    options: SERVE_INDEX_OPTIONS,
    allowPositionals: true,
  });
  const { port = '8001', live = false } = values;
  if (files.length === 0) throw new UsageError('skills serve-index takes one or more .swsearch files');
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535) throw new UsageError(`--port takes a port, not ${port}`);
  const { PATCHBAY_SEARCH_USER: username = 'search', PATCHBAY_SEARCH_PASSWORD: given } = process.env;
  const password = given || randomBytes(18).toString('base64url');
  const { send, close } = openedWay(live);
  try {
    const way = { url: values['embedding-url'], key: process.env.EMBEDDING_API_KEY, send };
    const server = await serveDocuments(files, { port: Number(port), auth: { username, password }, tell, ...way });
    const { host } = new URL(server.url);
    // Print a generated password, because this is the only place to read it. Hide a configured one.
    const shown = given ? '…' : password;
    writeOut(
      `Searching ${server.indexes.join(', ')} at ${server.url} (Ctrl-C ends it). For native_vector_search:\n\n` +
        `  {"remote_url": "http://${encodeURIComponent(username)}:${shown}@${host}"}\n`,
    );
    await stopped;
    await server.close();
    return FINE;
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  } finally {
    await close();
  }
}

const say = (message: string) => writeErr(`patchbay: ${message}\n`);
const tell = { info: say, warn: say };
