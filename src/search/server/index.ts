import { realpath } from 'node:fs/promises';
import { basename, dirname, relative, resolve } from 'node:path';
import { type BasicAuth, listen } from '../../http/index.js';
import type { EmbedderOptions } from '../embed/index.js';
import { fileSource, type Logger } from '../open-file.js';
import type { Source } from '../source.js';
import { type Served, searchEndpoint } from './endpoint.js';

export interface SearchServerOptions extends Omit<EmbedderOptions, 'model'> {
  readonly port: number;
  readonly auth: BasicAuth;
  readonly tell: Logger;
}

export interface SearchServer {
  readonly url: string;
  readonly indexes: readonly string[];
  close(): Promise<void>;
}

const MAX_BYTES = 64 * 1024;

/** Serves `.swsearch` files on loopback, each under its name. The first is also available as `default`. */
export async function serveIndexes(
  files: readonly string[],
  { port, auth, tell, ...way }: SearchServerOptions,
): Promise<SearchServer> {
  if (!auth.username || !auth.password) throw new TypeError('auth needs a user name and a password');
  const open = (path: string) => fileSource(path, way, tell);
  const served = new ServedFiles(open);
  try {
    for (const file of files) await served.add(nameOf(file), file);
    const endpoint = searchEndpoint(served, { auth, log: (message) => tell.warn(message) });
    const listener = await listen(endpoint, { port, maxBytes: MAX_BYTES, secrets: { password: auth.password } });
    const close = async () => {
      await listener.close();
      await served.close();
    };
    return { url: listener.url, indexes: served.names(), close };
  } catch (error) {
    await served.close();
    throw error;
  }
}

const nameOf = (file: string) => basename(file).replace(/\.swsearch$/, '');

class ServedFiles implements Served {
  readonly #sources = new Map<string, { path: string; source: Source }>();
  #first = '';

  constructor(private readonly open: (path: string) => Promise<Source>) {}

  async add(name: string, path: string): Promise<void> {
    if (this.#sources.has(name)) throw new TypeError(`two files have the index name ${name}. Rename one of them`);
    this.#sources.set(name, { path: await realpath(path).catch(() => resolve(path)), source: await this.open(path) });
    this.#first ||= name;
  }

  names(): string[] {
    return [...new Set(['default', ...this.#sources.keys()])];
  }

  get(name: string): Source | undefined {
    return this.#sources.get(this.#known(name))?.source;
  }

  async reload(asked: string, path: string | undefined): Promise<string | undefined> {
    const name = this.#known(asked);
    const before = this.#sources.get(name);
    const wanted = path === undefined ? before?.path : await this.#allowed(path);
    if (wanted === undefined)
      return path === undefined
        ? `unknown index ${asked}`
        : 'index_path must be a .swsearch file in the folder of a served file';
    try {
      this.#sources.set(name, { path: wanted, source: await this.open(wanted) });
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
    await before?.source.close();
    return undefined;
  }

  async close(): Promise<void> {
    await Promise.all([...this.#sources.values()].map(({ source }) => source.close()));
  }

  #known(name: string): string {
    return name === 'default' && !this.#sources.has(name) ? this.#first : name;
  }

  /** Clients must not open arbitrary files, so only files in the folders of the served files are allowed. */
  async #allowed(path: string): Promise<string | undefined> {
    if (!path.endsWith('.swsearch') || path.split(/[\\/]/).includes('..')) return undefined;
    const real = await realpath(path).catch(() => undefined);
    const folders = [...this.#sources.values()].map((one) => dirname(one.path));
    const isBeside = real !== undefined && folders.some((folder) => relative(folder, real) === basename(real));
    return isBeside ? real : undefined;
  }
}
