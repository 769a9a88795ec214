import { expect, it, onTestFinished, vi } from 'vitest';
import { enforceEgress, setAmbientSignal } from '../../src/http/index.js';
import { serve } from '../support/loopback.js';

it('aborts requests of fetch also if another copy of the package guards it', async () => {
  // The first copy has installed its guard of fetch.
  enforceEgress('open');
  vi.resetModules();
  const copy = await import('../../src/http/index.js');
  expect(copy.setAmbientSignal).not.toBe(setAmbientSignal);
  const server = await serve(() => undefined);
  const ended = new AbortController();
  onTestFinished(() => {
    copy.setAmbientSignal(() => undefined);
    return server.close();
  });
  copy.setAmbientSignal(() => ended.signal);
  const request = fetch(server.url);
  ended.abort();
  await expect(request).rejects.toThrow(`GET ${new URL(server.url).origin}/ was cancelled`);
});
