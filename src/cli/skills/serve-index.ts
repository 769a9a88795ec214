import { randomBytes } from 'node:crypto';
import { parse, serveIndexUse } from '../../commands/index.js';
import { serveDocuments } from '../../skills/index.js';
import { FINE, UsageError } from '../exit-codes.js';
import { portOf } from '../options.js';
import { writeErr, writeOut } from '../output.js';
import { untilStopped } from '../signals.js';
import { openTransport } from './skill-source.js';

/** Serves search indexes on loopback until Ctrl-C, for skills with a `remote_url`. */
export async function serveIndex(args: readonly string[], stopped: Promise<unknown> = untilStopped()): Promise<number> {
  const { values, positionals: files } = parse(args, serveIndexUse.options);
  const { port = '8001', live = false } = values;
  if (files.length === 0) throw new UsageError('skills serve-index needs at least one .swsearch file');
  const listenOn = portOf(port);
  const { PATCHBAY_SEARCH_USER: username = 'search', PATCHBAY_SEARCH_PASSWORD: given } = process.env;
  const password = given || randomBytes(18).toString('base64url');
  const { send, close } = openTransport(live);
  try {
    const embedding = { url: values['embedding-url'], key: process.env.EMBEDDING_API_KEY, send };
    const server = await serveDocuments(files, { port: listenOn, auth: { username, password }, tell, ...embedding });
    const { host } = new URL(server.url);
    // Print a generated password, because this is the only place to read it. Hide a configured one.
    const shown = given ? '…' : password;
    writeOut(
      `Serving ${server.indexes.join(', ')} at ${server.url}. Ctrl-C stops it. Parameters for native_vector_search:\n\n` +
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

const log = (message: string) => writeErr(`patchbay: ${message}\n`);
const tell = { info: log, warn: log };
