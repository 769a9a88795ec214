import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { RestClient } from '../../src/client/index.js';
import { createSandbox } from '../../src/sandbox.js';

/** A client of a sandbox with five queues: three of the sample account, and two more. */
async function client(): Promise<RestClient> {
  const platform = createSandbox().client();
  const { data } = await platform.queues.list();
  for (let i = data.length; i < 5; i++) await platform.queues.create({ name: `queue-${i}` });
  return platform;
}
const idsIn = (page: { data: { id: string }[] } | undefined) => page?.data.map(({ id }) => id);

describe('a page', () => {
  it('returns the next page until the last one, and the previous page until the first one', async () => {
    const first = await (await client()).queues.list({ page_size: 2 });
    const second = await first.next();
    const third = await second?.next();
    const all = [first, second, third].map(idsIn);
    expect(all.map((ids) => ids?.length)).toEqual([2, 2, 1]);
    expect(new Set(all.flat()).size).toBe(5);
    expect(await third?.next()).toBeUndefined();
    expect(idsIn(await third?.previous())).toEqual(all[1]);
    expect(idsIn(await second?.previous())).toEqual(all[0]);
    expect(await first.previous()).toBeUndefined();
  });

  it('turns in the compatible API too', async () => {
    const platform = await client();
    const first = await platform.compat.queues.list({ PageSize: 3 });
    const second = await first.next();
    expect([first.queues.length, second?.queues.length]).toEqual([3, 2]);
    expect((await second?.previous())?.queues).toEqual(first.queues);
  });

  it('prints, compares and serializes as the platform sent it', async () => {
    const page = await (await client()).queues.list();
    expect(Object.keys(page).toSorted()).toEqual(['data', 'links']);
    expect(JSON.stringify(page)).not.toMatch(/"next":\{|previous/);
    expect(inspect(page)).not.toContain('Function');
  });

  it('keeps a field of the platform with the name of a method', async () => {
    const send = async () => ({ status: 200, headers: {}, body: Buffer.from('{"data":[],"links":{},"next":"mine"}') });
    const platform = new RestClient({ project: 'p', token: 'PTsecret1', host: 'space.example', transport: { send } });
    const page = await platform.queues.list();
    expect(page.next).toBe('mine');
    expect(await page.previous()).toBeUndefined();
  });

  it('never follows a link to another host', async () => {
    const links = { next: 'https://evil.example/x', prev: 'https://evil.example/y' };
    const send = async () => ({ status: 200, headers: {}, body: Buffer.from(JSON.stringify({ data: [], links })) });
    const platform = new RestClient({ project: 'p', token: 'PTsecret1', host: 'space.example', transport: { send } });
    const page = await platform.queues.list();
    await expect(page.next()).rejects.toThrow('has another host and was not followed');
    await expect(page.previous()).rejects.toThrow('has another host and was not followed');
  });

  it('accepts the parameters of its links as fields', async () => {
    const platform = await client();
    const first = await platform.queues.list({ page_size: 2 });
    const parameters = Object.fromEntries(new URL(first.links.next ?? '', 'https://space.example').searchParams);
    expect(parameters).toMatchObject({ page_size: '2' });
    expect(idsIn(await platform.queues.list(parameters))).toEqual(idsIn(await first.next()));
    await expect(platform.queues.list({ page_size: 'two' as never })).rejects.toThrow('must be a whole number');
  });
});
