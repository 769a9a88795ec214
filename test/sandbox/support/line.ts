import { expect } from 'vitest';
import type { PlatformRestError } from '../../../src/client/index.js';
import { createSandbox } from '../../../src/sandbox.js';
import { checked } from './checked.js';

export const FROM = '+12065550107';
export const DOCUMENT = 'https://example.com/document.json';
export const inline = (...main: unknown[]) => ({ version: '1.0.0', sections: { main } });

/** Creates a sandbox with one number and helpers for calls. Every response is checked against the oracle. */
export async function line() {
  const sandbox = createSandbox({ empty: true });
  const { client } = checked(sandbox);
  const { id: number_id } = await client.phone_numbers.purchase({ number: FROM });
  await client.phone_numbers.set_swml_webhook(number_id, DOCUMENT);
  const { calling, compat, logs } = client;
  /** The next request is one second later, so it sees the answered call. */
  const dial = async (to = '+13125550100', more: object = { url: DOCUMENT }): Promise<string> =>
    (await calling.dial({ from: FROM, to, ...more } as Parameters<typeof calling.dial>[0])).id;
  const callbacksOf = (event: string) =>
    sandbox.callbacks.filter((one) => one.event === event).map(({ payload }) => payload);
  return {
    sandbox,
    client,
    from: FROM,
    number_id,
    calling,
    dial,
    callbacksOf,
    wait: (seconds: number) => sandbox.clock.advance(seconds),
    log: (id: string) => logs.voice.get(id) as Promise<Record<string, unknown>>,
    names: async (id: string) => (await logs.voice.list_events(id)).data.map(({ name }) => name),
    compat: (id: string) => compat.calls.get(id),
  };
}

export async function failure(call: PromiseLike<unknown>): Promise<PlatformRestError> {
  const outcome = await Promise.resolve(call).then(
    () => expect.fail('it succeeded'),
    (error: PlatformRestError) => error,
  );
  return outcome;
}
