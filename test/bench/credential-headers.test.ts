import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Bench, openBench } from '../../src/bench/index.js';
import { showError, showText } from '../../src/show/index.js';
import type { SkillAgent } from '../../src/skills/index.js';
import { type Received, receiver } from '../support/loopback.js';

const SECRET = 'Zq7-header-secret';
const folder = mkdtempSync(join(tmpdir(), 'patchbay-headers-'));
afterAll(() => rmSync(folder, { recursive: true }));

let before: NodeJS.ProcessEnv;
let service: Awaited<ReturnType<typeof receiver>>;
let platform: Awaited<ReturnType<typeof receiver>>;
let bench: Bench;
beforeEach(async () => {
  before = { ...process.env };
  service = await receiver(() => ({
    headers: { 'set-cookie': `id=${SECRET}`, 'x-auth-token': SECRET, etag: 'abc-1' },
  }));
  platform = await receiver(() => ({ body: '{"id":"x","data":[],"links":{}}' }));
  Object.assign(process.env, {
    PLATFORM_PROJECT_ID: 'project-1',
    PLATFORM_API_TOKEN: 'PT-platform-token',
    PLATFORM_SPACE: platform.url,
  });
  bench = await openBench({ mode: { kind: 'live' } });
});
afterEach(async () => {
  await bench.close();
  await Promise.all([service.close(), platform.close()]);
  for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name];
  Object.assign(process.env, before);
});

async function shown(command: string): Promise<string> {
  const outcome = await bench.run(command);
  return outcome.ok ? showText(outcome.value, { columns: 400 }) : `! ${showError(outcome.error)}`;
}

/** Sends a request like a skill. */
const ask = (path: string, headers: Record<string, string>) =>
  (bench.globals.agent as SkillAgent).transport?.send({
    method: 'GET',
    url: `${service.url}${path}`,
    headers,
    allowPrivate: true,
  });

/** Returns the words that a shell reads from the command when each variable contains the secret. */
function wordsOf(command: string): string[] {
  const names = [...command.matchAll(/\$([A-Z_]+)/g)].map(([, name = '']) => [name, SECRET]);
  return execFileSync('sh', ['-c', `curl() { for word; do printf '%s\\0' "$word"; done; }; ${command}`], {
    encoding: 'utf8',
    env: { PATH: process.env.PATH, ...Object.fromEntries(names) },
  }).split('\0');
}

const HEADERS = [
  ['authorization', `Bearer ${SECRET}`, '$API_TOKEN'],
  ['proxy-authorization', `Bearer ${SECRET}`, '$API_TOKEN'],
  ['cookie', SECRET, '$COOKIE'],
  ['x-api-key', SECRET, '$API_KEY'],
  ['api-key', SECRET, '$API_KEY'],
  ['apikey', SECRET, '$APIKEY'],
  ['x-auth-token', SECRET, '$AUTH_TOKEN'],
  ['ocp-apim-subscription-key', SECRET, '$OCP_APIM_SUBSCRIPTION_KEY'],
  ['x-amz-security-token', SECRET, '$AMZ_SECURITY_TOKEN'],
  ['x-goog-api-key', SECRET, '$GOOG_API_KEY'],
  ['x-functions-key', SECRET, '$FUNCTIONS_KEY'],
  ['private-token', SECRET, '$PRIVATE_TOKEN'],
  ['x-hub-signature', SECRET, '$HUB_SIGNATURE'],
  ['x-client-secret', SECRET, '$CLIENT_SECRET'],
] as const;

describe.each(HEADERS)('the header %s', (name, value, variable) => {
  it('is masked, and .curl reads it from a variable that a note names', async () => {
    await ask('/', { [name]: value, accept: 'text/html', 'idempotency-key': 'order-7' });
    expect(service.received[0]?.headers[name]).toBe(value);
    const last = await shown('.last');
    expect(last).toContain(`${name}: ${value.replace(SECRET, '[cut]')}`);
    expect(last).toContain('accept: text/html');
    expect(last).toContain('idempotency-key: order-7');
    const curl = await shown('.curl');
    expect(curl).toContain(variable);
    expect(curl).toContain(`# Before you run this, set ${variable.slice(1)} to the credential of this service.`);
    expect(curl).not.toContain('PLATFORM_');
    expect(wordsOf(curl)).toContain(`${name}: ${value}`);
    const file = join(folder, `${name}.json`);
    await shown(`.last 1 ${file}`);
    expect(JSON.parse(readFileSync(file, 'utf8')).request.headers[name]).toContain('[cut]');
    for (const text of [last, curl, readFileSync(file, 'utf8')]) expect(text).not.toContain(SECRET);
  });
});

it('masks credentials in a response', async () => {
  await ask('/', {});
  const last = await shown('.last');
  expect(last).toContain('set-cookie: [cut]');
  expect(last).toContain('x-auth-token: [cut]');
  expect(last).toContain('etag: abc-1');
  expect(last).not.toContain(SECRET);
});

it.each([
  ['key', '$API_KEY'],
  ['appid', '$API_KEY'],
  ['api_key', '$API_KEY'],
  ['access_token', '$ACCESS_TOKEN'],
  ['sig', '$SIG'],
])('shows no credential in the query, under the name %s', async (name, variable) => {
  await ask(`/weather?q=Rome&${name}=${SECRET}&page_token=next-1`, {});
  const url = bench.log.events.flatMap((event) => (event.kind === 'http' ? [event.exchange.url] : [])).at(-1);
  expect(url).toBe(`${service.url}/weather?q=Rome&${name}=[cut]&page_token=next-1`);
  const [last, curl] = [await shown('.last'), await shown('.curl')];
  expect(last).not.toContain(SECRET);
  expect(curl).toContain(variable);
  expect(curl).not.toContain(SECRET);
  expect(wordsOf(curl)).toContain(`${service.url}/weather?q=Rome&${name}=${SECRET}&page_token=next-1`);
});

it('reads a credential from the variable that contains it', async () => {
  process.env.NINJAS_KEY = SECRET;
  await ask(`/?key=${SECRET}`, { 'x-api-key': SECRET });
  const curl = await shown('.curl');
  expect(curl.match(/\$NINJAS_KEY/g)).toHaveLength(2);
  expect(curl).not.toContain('$API_KEY');
});

describe('the credentials of the platform', () => {
  it('are used for the platform', async () => {
    await bench.run('await platform.queues.list()');
    const curl = await shown('.curl');
    expect(curl).toContain('--user "$PLATFORM_PROJECT_ID:$PLATFORM_API_TOKEN"');
    expect(curl).not.toContain('#');
  });

  it('are not used for other services', async () => {
    const pair = Buffer.from(`ann:${SECRET}`).toString('base64');
    await ask('/', { authorization: `Basic ${pair}` });
    const curl = await shown('.curl');
    expect(curl).toContain('--user "$API_USER:$API_PASSWORD"');
    expect(curl).toContain('# Before you run this, set API_USER, API_PASSWORD to the credentials of this service.');
    expect(curl).not.toContain('PLATFORM_');
    expect(curl).not.toContain(pair);
  });

  it('are not used for a client with another space', async () => {
    bench.define({ host: service.url, token: SECRET });
    await bench.run("await new RestClient({ project: 'project-2', token, host }).queues.list()");
    const seen = service.received.map(({ headers }: Received) => headers.authorization);
    expect(seen).toEqual([`Basic ${Buffer.from(`project-2:${SECRET}`).toString('base64')}`]);
    expect(await shown('.curl')).not.toContain('PLATFORM_');
  });
});
