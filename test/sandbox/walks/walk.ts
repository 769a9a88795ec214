import { expect } from 'vitest';
import type { PlatformRestError, RestClient } from '../../../src/client/index.js';
import type { Sandbox } from '../../../src/sandbox/index.js';

/**
 * A way through all operations of one subject, as somebody who uses them would go it: created things are fetched, listed,
 * changed, deleted, then gone. Every answer on the way is held against the oracle.
 */
export type Walk = (client: RestClient, sandbox: Sandbox) => Promise<void>;

/** The call fails with this status. */
export async function refused(call: PromiseLike<unknown>, status: number): Promise<PlatformRestError> {
  const outcome = await Promise.resolve(call).then(
    () => 'it succeeded',
    (error: PlatformRestError) => error,
  );
  expect(outcome).toMatchObject({ status });
  return outcome as PlatformRestError;
}

export const missing = (call: PromiseLike<unknown>) => refused(call, 404);
