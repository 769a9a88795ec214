import { describe, expect, it } from 'vitest';
import { RestClient } from '../../src/client/index.js';
import { createSandbox, type SandboxServer } from '../../src/sandbox.js';
import { closedAfterTest } from '../support/closed-after-test.js';

const basic = (project: string, token: string) => `Basic ${btoa(`${project}:${token}`)}`;
const PATHS = ['/api/relay/rest/queues', '/api/nowhere', '/', '/_patchbay', '/_patchbay/', '/_patchbay/api/state'];

const statusesOf = ({ url }: SandboxServer, authorization?: string) =>
  Promise.all(
    PATHS.map(async (path) => (await fetch(url + path, { headers: authorization ? { authorization } : {} })).status),
  );

describe('a served sandbox', () => {
  it('has a random token for each server, which gives access to the API and its own pages', async () => {
    const sandbox = createSandbox();
    const first = closedAfterTest(await sandbox.listen());
    const second = closedAfterTest(await sandbox.listen());
    const { project, token } = first.credentials;
    expect(token).toMatch(/^PT[0-9a-f]{48}$/);
    expect(new Set([token, second.credentials.token, sandbox.credentials.token]).size).toBe(3);
    expect(await statusesOf(first, basic(project, token))).toEqual([200, 404, 404, 404, 404, 404]);
    expect((await new RestClient(first.credentials).queues.list()).data).toHaveLength(2);
  });

  it.each([
    ['no credentials', () => undefined],
    [
      'the fixed token of the process',
      ({ project, token }: { project: string; token: string }) => basic(project, token),
    ],
    ['no token', ({ project }: { project: string }) => basic(project, '')],
    ['another scheme', ({ token }: { token: string }) => `Bearer ${token}`],
  ])('refuses %s on every path', async (_, header) => {
    const sandbox = createSandbox();
    const server = closedAfterTest(await sandbox.listen());
    expect(await statusesOf(server, header(sandbox.credentials))).toEqual(PATHS.map(() => 401));
  });

  it('refuses the token of another server of the same sandbox', async () => {
    const sandbox = createSandbox();
    const server = closedAfterTest(await sandbox.listen());
    const { project, token } = closedAfterTest(await sandbox.listen()).credentials;
    expect(await statusesOf(server, basic(project, token))).toEqual(PATHS.map(() => 401));
  });

  it('uses the token of the sandbox options, also in process', async () => {
    const sandbox = createSandbox({ token: 'chosen' });
    const { credentials } = closedAfterTest(await sandbox.listen());
    expect([credentials.token, sandbox.credentials.token]).toEqual(['chosen', 'chosen']);
    expect((await new RestClient(credentials).queues.list()).data).toHaveLength(2);
    expect((await sandbox.client().queues.list()).data).toHaveLength(2);
  });

  it('generates the same ids with any token', async () => {
    const ids = async (sandbox = createSandbox()) => (await sandbox.client().queues.list()).data.map(({ id }) => id);
    expect(await ids(createSandbox({ token: 'chosen' }))).toEqual(await ids());
  });

  it('accepts a created token on the API, but not on its own pages', async () => {
    const server = closedAfterTest(await createSandbox().listen());
    const platform = new RestClient(server.credentials);
    const made = await platform.project.tokens.create({ name: 'calls', permissions: ['calling'] });
    expect(await statusesOf(server, basic(server.credentials.project, String(made.token)))).toEqual([
      200, 404, 404, 401, 401, 401,
    ]);
  });

  it('does not change its state for a refused request', async () => {
    const sandbox = createSandbox();
    const server = closedAfterTest(await sandbox.listen());
    sandbox.faults.add('*', { status: 503 }, { times: 1 });
    const before = sandbox.snapshot();
    await statusesOf(server);
    expect(sandbox.snapshot()).toEqual(before);
    expect(sandbox.faults.list()).toHaveLength(1);
    expect(sandbox.journal.map(({ status }) => status)).toEqual(PATHS.map(() => 401));
  });
});
