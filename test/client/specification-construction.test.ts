import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { RestClient } from '../../src/client/index.js';
import { receiver } from '../support/loopback.js';

let server: Awaited<ReturnType<typeof receiver>>;
beforeEach(async () => {
  server = await receiver();
});
afterEach(() => {
  vi.unstubAllEnvs();
  return server.close();
});

const VARIABLES = { project: 'PLATFORM_PROJECT_ID', token: 'PLATFORM_API_TOKEN', host: 'PLATFORM_SPACE' } as const;
const inputs = () => ({ project: 'project-1', token: 'token-1', host: server.url });

/** Sends a request, which shows all three inputs. */
async function expectInputsOf(client: RestClient): Promise<void> {
  await client.compat.queues.get('q');
  expect(server.received).toMatchObject([
    {
      target: '/api/laml/2010-04-01/Accounts/project-1/Queues/q',
      headers: { authorization: `Basic ${Buffer.from('project-1:token-1').toString('base64')}` },
    },
  ]);
}

describe.each(['project', 'token', 'host'] as const)('%s', (name) => {
  it('comes from its environment variable if it is omitted', async () => {
    const { [name]: value, ...others } = inputs();
    for (const variable of Object.values(VARIABLES)) vi.stubEnv(variable, 'none.example');
    vi.stubEnv(VARIABLES[name], value);
    await expectInputsOf(new RestClient(others));
  });

  it('takes precedence over the environment', async () => {
    vi.stubEnv(VARIABLES[name], 'none.example');
    await expectInputsOf(new RestClient(inputs()));
  });

  it('must be a string', () => {
    expect(() => new RestClient({ ...inputs(), [name]: 5 })).toThrow(`${name} must be a string, not number`);
  });

  it('is missing if neither the caller nor the environment has it', () => {
    const { [name]: _omitted, ...others } = inputs();
    vi.stubEnv(VARIABLES[name], '');
    expect(() => new RestClient(others)).toThrow(`RestClient requires ${name} (or ${VARIABLES[name]})`);
  });
});

it('needs no argument if the environment has all three inputs', async () => {
  const { project, token, host } = inputs();
  vi.stubEnv('PLATFORM_PROJECT_ID', project);
  vi.stubEnv('PLATFORM_API_TOKEN', token);
  vi.stubEnv('PLATFORM_SPACE', host);
  await expectInputsOf(new RestClient());
});

it('sends every request to the host name of the space', () => {
  const { url } = new RestClient({ ...inputs(), host: 'space.example' }).dry.queues.list();
  expect(url).toBe('https://space.example/api/relay/rest/queues');
});
