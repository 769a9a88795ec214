import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { WebSocket } from 'undici';
import { createSandbox } from '../../../src/sandbox.js';
import { type Answer, evaluateWith, untilWith } from '../support/devtools-page.js';

// A HAR that Debian's Chromium writes is imported: its DevTools record a page whose script calls the platform.
// One line for each claim; the exit code says whether all held.

const TOKEN = 'PTsecret-of-the-customer';
const folder = mkdtempSync(join(tmpdir(), 'chromium-har-'));
const run = promisify(execFile);

/** Serves a page of the customer and the API on one origin, so that the page may call the API. */
async function serveCustomer() {
  const sandbox = createSandbox();
  const { project, token } = sandbox.credentials;
  const server = createServer(async (request, response) => {
    const path = request.url ?? '/';
    if (!path.startsWith('/api/')) {
      response.writeHead(200, { 'content-type': path === '/' ? 'text/html' : 'image/gif' });
      response.end(path === '/' ? '<title>Customer</title><img src="/pixel.gif">' : 'GIF89a');
      return;
    }
    const answer = await sandbox.transport.send({
      method: request.method ?? 'GET',
      url: `https://${sandbox.credentials.host}${path}`,
      headers: {
        authorization: `Basic ${btoa(`${project}:${token}`)}`,
        'content-type': request.headers['content-type'] ?? '',
      },
      body: await buffer(request),
    });
    response.writeHead(answer.status, answer.headers).end(answer.body);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as { port: number };
  return { url: `http://127.0.0.1:${port}/`, close: () => void server.close() };
}

/** The debugging port that Chromium chose. It prints it when it is ready. */
async function portOf(browser: ChildProcess): Promise<string> {
  let text = '';
  for await (const chunk of browser.stderr ?? []) {
    text += chunk;
    const [, port] = /DevTools listening on ws:\/\/127\.0\.0\.1:(\d+)\//.exec(text) ?? [];
    if (port) return port;
  }
  throw new Error(`Chromium did not start: ${text}`);
}

interface Target {
  readonly id: string;
  readonly webSocketDebuggerUrl: string;
}

/** Speaks the DevTools protocol with a page. */
async function attach({ webSocketDebuggerUrl }: Target) {
  const socket = new WebSocket(webSocketDebuggerUrl);
  await new Promise((done) => socket.addEventListener('open', done));
  const waiting = new Map<number, (message: Answer) => void>();
  socket.addEventListener('message', ({ data }) => {
    const message: Answer = JSON.parse(data);
    waiting.get(message.id)?.(message);
  });
  async function ask(method: string, params: object): Promise<Answer> {
    const id = waiting.size + 1;
    socket.send(JSON.stringify({ id, method, params }));
    const { result, error } = await new Promise<Answer>((done) => waiting.set(id, done));
    if (error) throw new Error(`${method}: ${error.message}`);
    return result;
  }
  return {
    ask,
    evaluate: <T>(expression: string) => evaluateWith<T>(ask, expression),
    until: (test: string, purpose: string) => untilWith(ask, test, purpose),
  };
}
const CALLS = `(async () => {
  const headers = { authorization: 'Basic ' + btoa('customer:${TOKEN}'), 'content-type': 'application/json' };
  const post = (body) => fetch('/api/relay/rest/queues', { method: 'POST', headers, body: JSON.stringify(body) });
  await post({ name: 'Jane Roe', max_size: 5 });
  await post({ name: 'support', max_size: 'many' });
  await (await fetch('/api/relay/rest/queues?page_size=2', { headers })).text();
})()`;

const MODULES = `const [{ NetworkLog }, { Writer }] = await Promise.all([import('/devtools/models/logs/logs.js'), import('/devtools/models/har/har.js')]);
  const requests = NetworkLog.NetworkLog.instance().requests();`;

/** What "Save all as HAR with content" writes, for a page whose script calls the API. */
async function recordedByChromium(url: string): Promise<string> {
  const flags = ['--headless=new', '--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--no-first-run'];
  const profile = `--user-data-dir=${join(folder, 'profile')}`;
  const debugging = ['--remote-debugging-port=0', '--remote-allow-origins=*'];
  const browser = spawn('/usr/bin/chromium', [...flags, ...debugging, profile, 'about:blank'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  try {
    const origin = `127.0.0.1:${await portOf(browser)}`;
    browser.stderr.resume();
    const targets = (await (await fetch(`http://${origin}/json`)).json()) as (Target & { type: string })[];
    const page = targets.find(({ type }) => type === 'page');
    if (!page) throw new Error('Chromium has no page');
    const front = `http://${origin}/devtools/inspector.html?ws=${origin}/devtools/page/${page.id}`;
    const opened = await fetch(`http://${origin}/json/new?${encodeURIComponent(front)}`, { method: 'PUT' });
    const devtools = await attach((await opened.json()) as Target);
    const customer = await attach(page);
    await devtools.until(
      `(await import('/devtools/core/sdk/sdk.js')).TargetManager.TargetManager.instance().primaryPageTarget() !== null`,
      'the page that DevTools inspect',
    );
    const received = (part: string, count: number) =>
      devtools.until(
        `{ ${MODULES} return requests.filter((one) => one.finished && one.url().includes('${part}')).length === ${count}; }`,
        `${count} requests for ${part}`,
      );
    await customer.ask('Page.navigate', { url });
    await received('/pixel.gif', 1);
    await customer.evaluate(CALLS);
    await received('/api/', 3);
    return await devtools.evaluate<string>(`(async () => { ${MODULES}
      let text = '';
      const stream = { write: async (part) => { text += part; } };
      const progress = { done() {}, setTitle() {}, setTotalWork() {}, setWorked() {}, incrementWorked() {}, isCanceled: () => false, createSubProgress() { return this; } };
      await Writer.Writer.write(stream, requests, { sanitize: false }, progress);
      return text; })()`);
  } finally {
    browser.kill();
    if (browser.exitCode === null) await new Promise((done) => browser.once('exit', done));
  }
}

async function patchbay(...args: readonly string[]): Promise<string> {
  const env = { PATH: process.env.PATH, PATCHBAY_STATE_DIR: folder, NO_COLOR: '1' };
  const { stdout, stderr } = await run(process.execPath, [resolve('dist/cli.js'), ...args], { cwd: folder, env });
  return stdout + stderr;
}

function claim(text: string, problem: string | false): void {
  process.stdout.write(problem ? `not ok ${text}\n  ${problem.replaceAll('\n', '\n  ')}\n` : `ok ${text}\n`);
  if (problem) process.exitCode = 1;
}

const customer = await serveCustomer();
try {
  const har = await recordedByChromium(customer.url);
  writeFileSync(join(folder, 'ticket.har'), har);
  const said = await patchbay('import', 'ticket.har', '-o', 'case.yaml');
  const isWhole = /3 requests imported/.test(said) && /pixel\.gif/.test(said);
  claim('the calls in a HAR of Chromium are imported, and the rest is listed', !isWhole && said);
  const stored = readFileSync(join(folder, 'case.yaml'), 'utf8');
  const secrets = [TOKEN, btoa(`customer:${TOKEN}`)].filter((one) => har.includes(one));
  const leaked = secrets.filter((one) => stored.includes(one) || said.includes(one));
  claim('its token is not in the recording', (secrets.length === 0 || leaked.length > 0) && `${secrets} ${leaked}`);
  const explained = await patchbay('explain', 'case.yaml');
  claim('the cause is found in it', !/cause +max_size/.test(explained) && explained);
} finally {
  customer.close();
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}
