import { expect } from 'vitest';
import type { PlatformRestError, RestClient } from '../../../src/client/index.js';
import type { Sandbox } from '../../../src/sandbox/index.js';

/**
 * A scenario with all operations of one subject: items are created, fetched, listed, changed and deleted. Every response
 * is checked against the oracle.
 */
export type Walk = (client: RestClient, sandbox: Sandbox) => Promise<void>;

/** Expects that the call fails with this status. */
export async function refused(call: PromiseLike<unknown>, status: number): Promise<PlatformRestError> {
  const outcome = await Promise.resolve(call).then(
    () => 'it succeeded',
    (error: PlatformRestError) => error,
  );
  expect(outcome).toMatchObject({ status });
  return outcome as PlatformRestError;
}

export const missing = (call: PromiseLike<unknown>) => refused(call, 404);
