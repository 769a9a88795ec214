import { describe, expect, it } from 'vitest';
import type { RequestDetail } from '../../src/inspector/contract.js';
import { inspected } from './support.js';

const basic = (project: string, token: string) => `Basic ${btoa(`${project}:${token}`)}`;

async function sentWith(...headers: (string | undefined)[]) {
  const opened = await inspected();
  const { project, token } = opened.sandbox.credentials;
  for (const authorization of [basic(project, token), ...headers])
    await fetch(`${opened.origin}/api/relay/rest/queues`, { headers: authorization ? { authorization } : {} });
  const page = opened.pageOf(await opened.open());
  const detailOf = async (id: number): Promise<RequestDetail> => (await page('GET', `requests/${id}`)).body;
  return { page, detailOf, project };
}

describe('the credentials of a request', () => {
  it('are those of the page, others, or none', async () => {
    const { detailOf, page } = await sentWith(undefined, basic('alice', 'secret-of-alice'), 'Bearer other-token-x');
    expect((await detailOf(1)).credentials).toBe('own');
    expect((await detailOf(2)).credentials).toBe('none');
    for (const id of [3, 4]) expect((await detailOf(id)).credentials).toBe('other');
    for (const [id, credentials] of [
      [1, 'own'],
      [2, 'none'],
      [3, 'other'],
    ])
      expect((await page('POST', `requests/${id}/again`)).body).toEqual({ status: 200, credentials });
  });

  it('differ for the comparison without being shown', async () => {
    const alice = basic('alice', 'secret-of-alice');
    const { detailOf, page } = await sentWith(alice, basic('alice', 'other-of-alice'), alice);
    const [own, first, second, again] = await Promise.all([1, 2, 3, 4].map(async (id) => (await detailOf(id)).marks));
    expect(new Set([own, first, second].map((one) => one?.authorization)).size).toBe(3);
    expect(first).toEqual(again);
    const { text } = await page('GET', 'requests/2');
    expect(text).not.toMatch(/secret-of-alice|YWxpY2U/);
    // Another server has another key, so a mark says nothing outside its page.
    const other = await sentWith(alice);
    expect((await other.detailOf(2)).marks.authorization).not.toBe(first?.authorization);
  });

  it('are not good ones in the curl command of a request that had others', async () => {
    const { detailOf } = await sentWith(undefined, basic('alice', 'secret-of-alice'));
    expect((await detailOf(1)).curl).toContain('$PLATFORM_API_TOKEN');
    for (const id of [2, 3]) expect((await detailOf(id)).curl).not.toContain('PLATFORM_');
    expect((await detailOf(3)).curl).toContain('--user "$API_USER:$API_PASSWORD"');
  });
});

it('tells a request that is still to come from one that the log removed', async () => {
  const { page } = await sentWith(undefined);
  expect(await page('GET', 'requests/99')).toMatchObject({
    status: 404,
    body: { error: 'There is no request 99 yet.' },
  });
  expect((await page('GET', 'requests/99/explanation')).body.error).toBe('There is no request 99 yet.');
  expect((await page('GET', 'requests/0')).body.error).toBe('There is no request 0.');
});
