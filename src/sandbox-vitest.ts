// `patchbay/sandbox/vitest`: fixtures for `test.extend`. It imports nothing of vitest, so each version can use it.
import type { RestClient } from './client/index.js';
import { createSandbox, type Sandbox, type SandboxOptions, type SandboxServer } from './sandbox.js';

type Use<T> = (value: T) => Promise<void>;

/**
 * Fixtures for vitest: each test has a sandbox of its own, in the process of the test.
 *
 * @example
 * import { test as base } from 'vitest';
 * import { sandboxFixtures } from 'patchbay/sandbox/vitest';
 *
 * const test = base.extend(sandboxFixtures);
 * test('lists the numbers', async ({ platform, expect }) => {
 *   expect((await platform.phone_numbers.list()).data).toHaveLength(6);
 * });
 */
export const sandboxFixtures = {
  /** The options of the sandbox. `test.extend({ ...sandboxFixtures, sandboxOptions: { empty: true } })` changes them. */
  sandboxOptions: {} as SandboxOptions,
  /** A new sandbox. */
  sandbox: async ({ sandboxOptions }: { sandboxOptions: SandboxOptions }, use: Use<Sandbox>): Promise<void> => {
    const sandbox = createSandbox(sandboxOptions);
    await use(sandbox);
    await sandbox.close();
  },
  /** A client of the sandbox. */
  platform: async ({ sandbox }: { sandbox: Sandbox }, use: Use<RestClient>): Promise<void> => use(sandbox.client()),
  /** A server of the sandbox, for code under test that uses HTTP. */
  sandboxServer: async ({ sandbox }: { sandbox: Sandbox }, use: Use<SandboxServer>): Promise<void> => {
    const server = await sandbox.listen();
    await use(server);
    await server.close();
  },
};
