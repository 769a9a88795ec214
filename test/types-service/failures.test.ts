import { describe, expect, it, vi } from 'vitest';
import { createTypeService, type TypeServiceOptions } from '../../src/types/index.js';

const worker = (name: string) => new URL(`workers/${name}.mjs`, import.meta.url);
const SLOW = { timeoutMs: 20_000, timeout: 20_000 };

/** Starts a service, which is closed at the end of the test. */
function start(options: TypeServiceOptions) {
  const service = createTypeService(options);
  service.warmUp();
  return { service, [Symbol.asyncDispose]: () => service.close() };
}

describe('a worker that fails', () => {
  it('is started three times, and the status says why it ended', async () => {
    await using started = start({ entry: worker('crashes') });
    const { service } = started;
    await vi.waitUntil(() => service.status().state === 'unavailable', SLOW);
    expect(service.status()).toEqual({ state: 'unavailable', reason: 'TypeScript stopped 3 times: out of luck' });
    expect(await service.complete('platform.', 9)).toBeUndefined();
  });

  it('is not started again without a compiler, and the status says what to install', async () => {
    await using started = start({ entry: worker('without-typescript') });
    const { service } = started;
    await vi.waitUntil(() => service.status().state === 'unavailable', SLOW);
    service.warmUp();
    expect(service.status()).toEqual({
      state: 'unavailable',
      reason: 'TypeScript is not installed',
      install: 'npm install typescript',
    });
    expect(await service.complete('platform.', 9)).toBeUndefined();
  });

  it('is replaced when it does not answer a request', async () => {
    await using started = start({ entry: worker('hangs'), hangMs: 1_000 });
    const { service } = started;
    service.add('kept');
    expect(await service.complete('poison', 6, SLOW)).toBeUndefined();
    expect((await service.complete('', 0, SLOW))?.items.map(({ text }) => text)).toEqual(['kept']);
  });

  it('is replaced when it does not finish an input, which is left out', async () => {
    await using started = start({ entry: worker('hangs'), hangMs: 1_000 });
    const { service } = started;
    for (const source of ['first', 'poison', 'last']) service.add(source);
    expect(await service.complete('', 0, SLOW)).toBeUndefined();
    expect((await service.complete('', 0, SLOW))?.items.map(({ text }) => text)).toEqual(['first', 'last']);
  });
});
