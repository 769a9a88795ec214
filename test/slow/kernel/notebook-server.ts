import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Jupyter } from './jupyter.js';

/** What `jupyter trust` does. */
export const TRUST = 'from nbformat.sign import TrustNotebookApp; TrustNotebookApp.launch_instance()';

/** Starts the classic Notebook in a folder. */
export async function startServer(jupyter: Jupyter, folder: string) {
  const token = randomUUID();
  const args = ['-m', 'notebook', '--no-browser', '--allow-root', '--ip=127.0.0.1', `--port=${await freePort()}`];
  const child = jupyter.start(
    [...args, '--port-retries=50', `--NotebookApp.token=${token}`, `--notebook-dir=${folder}`],
    folder,
  );
  const ended = once(child, 'exit').then(() => undefined);
  let url: string | undefined;
  while (url === undefined) {
    const waited = await Promise.race([setTimeout(50, 'again'), ended]);
    if (waited === undefined)
      throw new Error(`the notebook server ended: ${readFileSync(join(jupyter.folder, 'server.txt'), 'utf8')}`);
    url = addressIn(jupyter.runtime);
  }
  return {
    url,
    token,
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

/** The server uses this port a moment later, or another one if the port is in use by then. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}

/** The server writes down where it listens when it does. */
function addressIn(runtime: string): string | undefined {
  try {
    const [file] = readdirSync(runtime).filter((name) => /^nbserver-.*\.json$/.test(name));
    return file && JSON.parse(readFileSync(join(runtime, file), 'utf8')).url;
  } catch {
    return undefined; // not yet, or not yet whole
  }
}
