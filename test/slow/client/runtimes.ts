import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { isDeepStrictEqual, promisify } from 'node:util';
import { buildSync } from 'esbuild';
import { createSandbox } from '../../../src/sandbox.js';
import { openChromium } from '../support/chromium.js';

// `patchbay/client/fetch` runs one program in Debian's Chromium, in a worker of it, in Deno, in Bun and in Node.js, each on a
// fresh sandbox, and `patchbay/client` runs it too. All print the same. One line for each claim; the exit code says whether all
// held. Deno and Bun are npm packages; without them their line says that they are untested.

const root = join(import.meta.dirname, '..', '..', '..');
const folder = mkdtempSync(join(tmpdir(), 'runtimes-'));
const run = promisify((await import('node:child_process')).execFile);
const { project, token } = createSandbox().credentials;

const program = (entry: string) => `
import { extra, PhoneCallHandler, PlatformRestError, RestClient } from ${JSON.stringify(entry)};
export async function work(host) {
  const client = new RestClient({ project: ${JSON.stringify(project)}, token: ${JSON.stringify(token)}, host });
  for (const name of ['a', 'café 日本']) await client.queues.create({ name });
  const names = [];
  for await (const { friendly_name } of client.with({ page_size: 1, max_items: 3 }).queues.list()) names.push(friendly_name);
  const failed = await client.queues.get('none').catch((error) => error);
  const stop = new AbortController();
  stop.abort(new Error('left'));
  const aborted = await client.with({ signal: stop.signal }).queues.list().catch((error) => error);
  const { status, attempts } = await client.queues.list().with_response();
  const { body, method } = client.with({ extra: { own: 1 } }).dry.queues.create({ name: 'b' });
  return JSON.stringify([names, failed instanceof PlatformRestError, failed.status, failed.operation, failed.message,
    aborted.name, aborted.code, status, attempts, method, body, PhoneCallHandler.AI_AGENT, extra({ a: 1 }, 'a')]);
}
`;
const overFetch = join(root, 'dist', 'client', 'fetch.js');
writeFileSync(join(folder, 'fetch.mjs'), program(overFetch));
writeFileSync(join(folder, 'undici.mjs'), program(join(root, 'dist', 'client.js')));
for (const name of ['fetch', 'undici'])
  writeFileSync(
    join(folder, `run-${name}.mjs`),
    `import { work } from './${name}.mjs';\nconsole.log(await work(process.argv[2]));\n`,
  );
const entry = {
  stdin: { contents: `import { work } from './fetch.mjs'; globalThis.work = work;`, resolveDir: folder },
};
const page =
  buildSync({ ...entry, bundle: true, format: 'iife', minify: true, write: false }).outputFiles[0]?.text ?? '';
const worker = `${page};work(location.origin).then((text) => postMessage(text), (error) => postMessage(String(error)));`;

/** Serves the page, the script of the worker and a fresh sandbox on one origin: a page may call only servers that allow it. */
async function serve() {
  const sandbox = createSandbox({ seed: 1 });
  const send = async ({ method = 'GET', url = '', headers }: IncomingMessage, body: Uint8Array) =>
    sandbox.transport.send({
      method,
      url: `https://${sandbox.credentials.host}${url}`,
      headers: headers as Record<string, string>,
      ...(body.length > 0 && { body }),
    });
  const server = createServer(async (request, response) => {
    const own = { '/': `<title>Page</title><script>${page}</script>`, '/worker.js': worker }[request.url ?? ''];
    const type = request.url === '/' ? 'text/html; charset=utf-8' : 'text/javascript; charset=utf-8';
    if (own !== undefined) return response.writeHead(200, { 'content-type': type }).end(own);
    const { status, headers, body } = await send(request, await buffer(request));
    response.writeHead(status, headers).end(body);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as { port: number };
  return { origin: `http://127.0.0.1:${port}`, close: () => void server.close() };
}

async function inChromium(expression: string): Promise<string> {
  const server = await serve();
  const browser = await openChromium({ width: 400, height: 300 });
  try {
    await browser.open(server.origin);
    await browser.until(`typeof work === 'function'`, 'the page has loaded');
    return await browser.evaluate<string>(expression);
  } finally {
    await browser.close();
    server.close();
  }
}

async function inProcess(command: string, args: readonly string[], script = 'run-fetch.mjs'): Promise<string> {
  const server = await serve();
  try {
    const { stdout } = await run(command, [...args, join(folder, script), server.origin], { timeout: 60_000 });
    return stdout.trim();
  } finally {
    server.close();
  }
}

const WORKER = `new Promise((done) => { new Worker('/worker.js').onmessage = ({ data }) => done(data); })`;
const installed = installs('deno', 'bun');
const RUNTIMES: Readonly<Record<string, () => Promise<string>>> = {
  'Node.js': () => inProcess(process.execPath, []),
  'a page of Chromium': () => inChromium('work(location.origin)'),
  'a worker of Chromium': () => inChromium(WORKER),
  ...(installed && {
    Deno: () =>
      inProcess(join(installed, 'deno'), ['run', '--no-prompt', '--allow-net', '--allow-env', '--allow-read']),
    Bun: () => inProcess(join(installed, 'bun'), ['run']),
  }),
};

/** Installs packages from npm in the folder. Returns the folder of their commands, or undefined without a registry. */
function installs(...packages: string[]): string | undefined {
  try {
    execFileSync('npm', ['install', '--no-audit', '--no-fund', '--prefix', folder, ...packages], { stdio: 'ignore' });
    return join(folder, 'node_modules', '.bin');
  } catch {
    return undefined; // no registry: the line below says so
  }
}

let failures = 0;
const expected = await inProcess(process.execPath, [], 'run-undici.mjs');
for (const [name, result] of Object.entries(RUNTIMES)) {
  const printed = await result().catch(String);
  const isSame = isDeepStrictEqual(printed, expected) && expected.startsWith('[["caf');
  if (!isSame) failures++;
  console.log(`${isSame ? 'ok' : 'not ok'} the client on fetch: ${name}${isSame ? '' : `\n${printed}\n${expected}`}`);
}
if (!installed) console.log('untested without the npm registry: Deno and Bun');
rmSync(folder, { recursive: true, force: true });
process.exitCode = failures > 0 ? 1 : 0;
