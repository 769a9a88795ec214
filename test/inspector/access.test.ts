import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { inspected, TOKEN } from './support.js';

const form = (origin: string, token: string, headers: Record<string, string> = { origin }) =>
  fetch(`${origin}/_patchbay/`, { method: 'POST', body: new URLSearchParams({ token }), headers, redirect: 'manual' });

it('opens the page once with the printed address, and sets a cookie that only the server reads', async () => {
  const { get, inspector } = await inspected();
  const address = inspector.newAddress();
  const first = await get(address);
  expect([first.status, first.headers.get('location')]).toEqual([303, '/_patchbay/']);
  const cookie = first.headers.get('set-cookie') ?? '';
  expect(cookie).toMatch(/^patchbay_page_\d+=[\w-]{32}; Path=\/_patchbay\/; HttpOnly; SameSite=Strict$/);
  expect((await get(address)).status).toBe(403);
  const page = await get('/_patchbay/', { cookie: cookie.split(';')[0] as string });
  expect(await page.text()).toContain('/_patchbay/page.js');
});

it('does not open the page with an address that is older than ten minutes, or with an invented one', async () => {
  let now = 0;
  const { get, inspector } = await inspected({ now: () => now });
  const address = inspector.newAddress();
  now = 10 * 60_000;
  for (const path of [address, '/_patchbay/open/', '/_patchbay/open/x'])
    expect([(await get(path)).status, (await get(path)).headers.get('set-cookie')]).toEqual([403, null]);
});

it('does not use up an address that a program only looks at', async () => {
  const { origin, get, inspector } = await inspected();
  const address = inspector.newAddress();
  expect((await fetch(origin + address, { method: 'HEAD' })).headers.get('set-cookie')).toBeNull();
  expect((await get(address)).status).toBe(303);
});

it('shows a form without a cookie, and accepts the token', async () => {
  const { origin, get } = await inspected();
  const page = await get('/_patchbay/');
  const text = await page.text();
  expect(text).toContain('patchbay sandbox');
  expect(text).not.toContain('page.js');
  const opened = await form(origin, TOKEN);
  expect(opened.status).toBe(303);
  const cookie = opened.headers.get('set-cookie')?.split(';')[0] ?? '';
  expect(await (await get('/_patchbay/', { cookie })).text()).toContain('page.js');
});

it('returns to the project and the view after the form', async () => {
  const { origin, get, inspector } = await inspected();
  const address = '/_patchbay/?project=group-blue';
  // Without an action, a browser posts to the address with its fragment, which also follows a redirect without one.
  expect(await (await get(address)).text()).toMatch(/<form method="post">/);
  const body = new URLSearchParams({ token: TOKEN });
  const post = (path: string) =>
    fetch(origin + path, { method: 'POST', body, headers: { origin }, redirect: 'manual' });
  const opened = await post(address);
  expect([opened.status, opened.headers.get('location')]).toEqual([303, address]);
  const used = inspector.newAddress();
  await get(used);
  expect((await post(used)).headers.get('location')).toBe('/_patchbay/');
});

it('refuses a token from a form of another origin, or without an origin', async () => {
  const { origin } = await inspected();
  const wrong: Record<string, string>[] = [
    {},
    { origin: 'http://127.0.0.1:9' },
    { origin, 'sec-fetch-site': 'same-site' },
  ];
  for (const headers of wrong) expect((await form(origin, TOKEN, headers)).headers.get('set-cookie')).toBeNull();
});

it('refuses each token for a minute after five wrong ones', async () => {
  let now = 0;
  const { origin } = await inspected({ now: () => now });
  const statuses: number[] = [];
  for (let i = 0; i < 6; i++) statuses.push((await form(origin, 'wrong')).status);
  expect(statuses).toEqual([403, 403, 403, 403, 403, 429]);
  const limited = await form(origin, TOKEN);
  expect([limited.status, limited.headers.get('retry-after')]).toEqual([429, '60']);
  now = 60_000;
  expect((await form(origin, TOKEN)).status).toBe(303);
});

it('sends the policy with every response, and never the token', async () => {
  const { get, open, inspector, log } = await inspected();
  const cookie = await open();
  const paths = ['', 'page.js', 'data/numbers', 'nothing', inspector.newAddress().slice('/_patchbay/'.length)];
  for (const path of paths) {
    const response = await get(`/_patchbay/${path}`, { cookie, 'x-patchbay-page': '1' });
    const text = await response.text();
    const [style, script] = ['style', 'script'].map((tag) => hashOf(new RegExp(`<${tag}>([^]*?)</${tag}>`).exec(text)));
    expect([path, response.headers.get('content-security-policy')]).toEqual([
      path,
      `default-src 'none'; script-src 'self'${script}; style-src 'self'${style}; connect-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`,
    ]);
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(response.headers.get('referrer-policy')).toBe('no-referrer');
    expect(text).not.toContain(TOKEN);
  }
  // What the page itself asks for is not a request to the platform.
  expect(log.last).toBe(0);
});

/** The policy allows the styles and the script of a document by what they contain. */
const hashOf = (match: RegExpExecArray | null): string =>
  match ? ` 'sha256-${createHash('sha256').update(String(match[1])).digest('base64')}'` : '';

it('leaves the paths of the API and of the control API to the sandbox', async () => {
  const { get, client } = await inspected();
  expect((await get('/_patchbay/api/clock')).status).toBe(401);
  expect((await get('/_patchbay/api')).status).toBe(401);
  expect((await get('/api/relay/rest/queues')).status).toBe(401);
  expect((await client.queues.list()).data.length).toBeGreaterThan(0);
});

const CHANGES = [
  ['POST', 'control/clock', { advance_seconds: 60 }],
  ['POST', 'control/faults', { operation: '*', fault: { status: 500 } }],
  ['DELETE', 'control/faults', undefined],
  ['POST', 'control/ring', { number: '+12065550100' }],
  ['POST', 'control/reset', undefined],
  ['POST', 'requests/1/again', undefined],
  ['POST', 'snapshots', 'x'],
  ['POST', 'snapshots/1/restore', undefined],
  ['POST', 'call/preview', { operation: 'queues.create', args: [], fields: '{}' }],
  ['POST', 'call/send', { operation: 'queues.create', args: [], fields: '{}' }],
  ['POST', 'casts', 'callers: { Ann: { to: "+12065550100" } }'],
  ['POST', 'case', 'curl https://example.com/api/relay/rest/queues'],
  ['POST', 'case/review', { kept: [] }],
  ['POST', 'case/minimal', {}],
  ['DELETE', 'case', undefined],
] as const;

it('changes and reads nothing without the cookie, the header of the page, or the origin of the page', async () => {
  const { open, pageOf, sandbox, origin, client, log } = await inspected();
  await client.queues.create({ name: 'night' });
  const cookie = await open();
  const page = pageOf(cookie);
  const before = JSON.stringify(sandbox.snapshot());
  const wrong: readonly Record<string, string>[] = [
    { cookie: '' },
    { cookie: cookie.replace(/=.*/, '=wrong') },
    { 'x-patchbay-page': '' },
    { origin: 'http://127.0.0.1:9' },
    { origin: origin.replace('127.0.0.1', 'localhost') },
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'cross-site' },
  ];
  for (const headers of wrong) {
    for (const [method, path, body] of CHANGES)
      expect([headers, path, (await page(method, path, body, headers)).status]).toEqual([
        headers,
        path,
        'cookie' in headers ? 401 : 403,
      ]);
    for (const path of [
      'requests/1',
      'requests/1/explanation',
      'control/story?id=x',
      'numbers',
      'snapshots',
      'resources',
      'source',
      'case',
      'case/file/case/ts',
    ]) {
      const { status, text } = await page('GET', path, undefined, headers);
      expect([headers, path, status]).toEqual([headers, path, 'cookie' in headers ? 401 : 403]);
      expect(text).not.toContain('night');
    }
  }
  // A request that changes something must name its origin.
  const { status } = await fetch(`${origin}/_patchbay/data/control/reset`, {
    method: 'POST',
    headers: { cookie, 'x-patchbay-page': '1' },
  });
  expect(status).toBe(403);
  expect(JSON.stringify(sandbox.snapshot())).toBe(before);
  expect([sandbox.faults.list(), log.last]).toEqual([[], 1]);
});

it('sends events to a signed-in page of the same origin only', async () => {
  const { get, open } = await inspected();
  const cookie = await open();
  expect((await get('/_patchbay/events')).status).toBe(401);
  expect((await get('/_patchbay/events', { cookie, 'sec-fetch-site': 'same-site' })).status).toBe(403);
});
