import { describe, expect, it } from 'vitest';
import { RestClient } from '../../../src/client/index.js';
import { receiver } from '../../support/loopback.js';
import { seeded } from '../../support/random.js';
import { controlOf, servedControl } from '../support/control.js';

type Project = ReturnType<typeof controlOf>;

const NUMBER = '+12065550100';
const queueNames = async ({ platform }: Project) =>
  (await platform.queues.list({ page_size: 100 })).data.map(({ friendly_name }) => String(friendly_name)).sort();

describe('a server with projects', () => {
  it('gives each project its own state, clock, inbox, journal and faults', async () => {
    const { main, create } = await servedControl();
    const [one, other] = [await create(), await create({ empty: true })];
    await one.platform.queues.create({ name: 'mine' });
    await one.platform.mfa.sms({ to: '+13035550111' });
    await one.call('POST', '/run', { seconds: 3600 });
    await one.call('POST', '/faults', { operation: 'queues', fault: { status: 503 } });
    expect(await queueNames(other)).toEqual([]);
    expect(await queueNames(main)).not.toContain('mine');
    for (const { call } of [main, other]) {
      expect((await call('GET', '/inbox')).body).toEqual([]);
      expect((await call('GET', '/faults')).body).toEqual([]);
      expect((await call('GET', '/journal')).body).toHaveLength(1);
      expect(Date.parse((await call('GET', '/clock')).body.now)).toBeLessThan(Date.parse('2025-06-02T09:30:00Z'));
    }
  });

  it('refuses wrong credentials, those of another project, and created tokens on the control API', async () => {
    const { server, create } = await servedControl();
    const [one, other] = [await create(), await create()];
    const status = async (project: string, token: string, path = '/api/relay/rest/queues') => {
      const headers = { authorization: `Basic ${btoa(`${project}:${token}`)}` };
      return (await fetch(server.url + path, { headers })).status;
    };
    expect(await status(one.project, one.token)).toBe(200);
    expect(await status(one.project, other.token)).toBe(401);
    expect(await status('nobody-here', one.token)).toBe(401);
    const { token } = await one.platform.project.tokens.create({ name: 'ci', permissions: ['calling'] });
    expect(await status(one.project, String(token))).toBe(200);
    expect(await status(one.project, String(token), '/_patchbay/api/clock')).toBe(401);
    expect(await status(other.project, String(token))).toBe(401);
  });

  it('gives a new subproject and its tokens a state of its own', async () => {
    const { main, server } = await servedControl();
    const made = await main.platform.compat.accounts.create({ FriendlyName: 'Team' });
    const sub = controlOf({ url: server.url, project: made.sid, token: made.auth_token });
    await sub.platform.queues.create({ name: 'team' });
    expect(await queueNames(sub)).toEqual(['team']);
    expect(await queueNames(main)).not.toContain('team');
    const scoped = await main.platform.project.tokens.create({
      ...{ name: 'x', permissions: ['calling'], subproject_id: made.sid },
    });
    const client = new RestClient({ project: sub.project, token: String(scoped.token), host: server.url });
    expect((await client.queues.list()).data).toHaveLength(1);
    await expect(client.phone_numbers.list()).rejects.toMatchObject({ status: 403 });
    await main.platform.beyond.projects.delete(made.sid);
    await expect(sub.platform.queues.list()).rejects.toMatchObject({ status: 401 });
  });

  it('starts the subprojects again after a reset of their parent, although their ids repeat', async () => {
    const { main, server } = await servedControl();
    const begin = async () => {
      const made = await main.platform.compat.accounts.create({ FriendlyName: 'Team' });
      return controlOf({ url: server.url, project: made.sid, token: made.auth_token });
    };
    const before = await begin();
    await before.platform.queues.create({ name: 'team' });
    await main.call('POST', '/reset');
    const after = await begin();
    expect(after.project).toBe(before.project);
    expect(await queueNames(after)).toEqual([]);
  });

  it('forks a project, which then returns to the fork with a reset', async () => {
    const { create } = await servedControl();
    const one = await create();
    await one.platform.queues.create({ name: 'before' });
    const fork = controlOf((await one.call('POST', '/projects', { fork: true })).body);
    await one.platform.queues.create({ name: 'after' });
    await fork.platform.queues.create({ name: 'in the fork' });
    expect(await queueNames(fork)).toEqual(expect.arrayContaining(['before', 'in the fork']));
    expect(await queueNames(fork)).not.toContain('after');
    await fork.call('POST', '/reset');
    expect(await queueNames(fork)).not.toContain('in the fork');
    expect(await queueNames(fork)).toContain('before');
    const [account] = (await fork.platform.compat.accounts.list()).accounts;
    expect(account).toMatchObject({ sid: fork.project, auth_token: fork.token });
  });
});

describe('a project of a server', () => {
  it('restores the snapshot of one project in another one, under its own id', async () => {
    const { create } = await servedControl();
    const [one, other] = [await create(), await create({ empty: true })];
    await one.platform.queues.create({ name: 'mine' });
    await one.platform.compat.accounts.list();
    const { body: snapshot } = await one.call('GET', '/snapshot');
    expect(await other.call('POST', '/restore', snapshot)).toMatchObject({ status: 200 });
    expect(await queueNames(other)).toEqual(await queueNames(one));
    const text = JSON.stringify((await other.call('GET', '/snapshot')).body);
    expect([text.includes(one.project), text.includes(one.token)]).toEqual([false, false]);
    expect((await other.call('GET', '/signing')).body.signing_key).toMatch(/^PSK_/);
  });

  it('removes a project with its state, by itself or by the first project', async () => {
    const { main, create } = await servedControl();
    const [one, other] = [await create(), await create()];
    expect(await one.call('DELETE', `/projects?project=${other.project}`)).toMatchObject({ status: 403 });
    expect(await one.call('DELETE', `/projects?project=${one.project}`)).toMatchObject({ status: 200 });
    await expect(one.platform.queues.list()).rejects.toMatchObject({ status: 401 });
    expect(await main.call('DELETE', `/projects?project=${other.project}`)).toMatchObject({ status: 200 });
    expect(await main.call('DELETE', `/projects?project=${other.project}`)).toMatchObject({ status: 404 });
    expect((await main.call('GET', '/projects')).body).toHaveLength(1);
    expect(await main.call('DELETE', `/projects?project=${main.project}`)).toMatchObject({ status: 404 });
  });

  it('accepts chosen credentials once', async () => {
    const { create, main } = await servedControl();
    const chosen = { project: 'worker-0001', token: 'a-token-of-worker-1' };
    expect(await create(chosen)).toMatchObject(chosen);
    expect(await main.call('POST', '/projects', chosen)).toMatchObject({ status: 422, body: { error: /already/ } });
    expect(await main.call('POST', '/projects', { project: 'x' })).toMatchObject({ status: 422 });
    expect(await main.call('POST', '/projects', { token: 'short' })).toMatchObject({ status: 422 });
  });

  it('serves the audio of a recording to anyone who has its URL, from its own project', async () => {
    const { create, server } = await servedControl();
    const one = await create({ seed: 7 });
    const [recording] = (await one.platform.compat.recordings.list()).recordings;
    const path = `/api/laml/2010-04-01/Accounts/${one.project}/Recordings/${recording?.sid}`;
    const response = await fetch(`${server.url}${path}`);
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'audio/wav']);
  });
});

describe('a server without projects', () => {
  it('refuses to add one, and answers the health check without credentials', async () => {
    const { main, server } = await servedControl({}, {});
    expect(await main.call('POST', '/projects', {})).toMatchObject({
      status: 409,
      body: { error: expect.stringContaining('--projects') },
    });
    const health = await fetch(`${server.url}/_patchbay/api/health`);
    expect([health.status, await health.json()]).toEqual([200, { status: 'ok', version: expect.any(String) }]);
    expect((await fetch(`${server.url}/_patchbay/api/health/x`)).status).toBe(401);
    expect((await fetch(`${server.url}/_patchbay/api/projects`)).status).toBe(401);
  });
});

/** What one worker does, and what it sees: everything except what names the project. */
async function work(project: Project, worker: number, callbackUrl: string): Promise<string> {
  const { platform, call } = project;
  const seen: unknown[] = [];
  const queue = await platform.queues.create({ name: `queue ${worker}` });
  seen.push(queue, await platform.mfa.sms({ to: '+13035550111' }));
  const dial = { from: NUMBER, to: '+15005550101', swml: { sections: { main: [{ answer: {} }] } } };
  seen.push(await platform.calling.dial({ ...dial, status_url: callbackUrl }));
  seen.push((await call('POST', '/run', { seconds: 60 })).body);
  seen.push((await call('POST', '/ring', { number: NUMBER, digits: ['2'] })).body);
  seen.push((await platform.queues.list({ page_size: 100 })).data);
  for (const path of ['/inbox', '/journal', '/callbacks', '/clock', '/calls'])
    seen.push((await call('GET', path)).body);
  return JSON.stringify(seen).replaceAll(project.project, 'PROJECT').replaceAll(new URL(project.url).host, 'HOST');
}

describe('projects side by side', () => {
  it('give 8 parallel workers the same results as alone', async () => {
    const server = await receiver();
    const alone = await Promise.all(
      Array.from({ length: 8 }, async (_, worker) =>
        work((await servedControl({}, {})).main, worker, `${server.url}/${worker}`),
      ),
    );
    const { create } = await servedControl();
    const workers = await Promise.all(Array.from({ length: 8 }, () => create()));
    const together = await Promise.all(
      workers.map((project, worker) => work(project, worker, `${server.url}/${worker}`)),
    );
    expect(together).toEqual(alone);
    await server.close();
  });

  it('never see each other, whatever 50 of them do in any order', async () => {
    const { create } = await servedControl({ empty: true });
    const projects = await Promise.all(Array.from({ length: 50 }, () => create({ empty: true })));
    const random = seeded(33);
    const expected = projects.map(() => ({
      names: [] as string[],
      saved: undefined as [unknown, string[]] | undefined,
    }));
    for (let step = 0; step < 600; step++) {
      const index = random.below(projects.length);
      const [project, own] = [projects[index], expected[index]];
      if (!project || !own) continue;
      const act = random.below(6);
      if (act <= 2) {
        const name = `q${step}`;
        await project.platform.queues.create({ name });
        own.names = [...own.names, name];
      } else if (act === 3) own.saved = [(await project.call('GET', '/snapshot')).body, own.names];
      else if (act === 4 && own.saved) {
        await project.call('POST', '/restore', own.saved[0]);
        own.names = own.saved[1];
      } else if (act === 5 && step % 4 === 0) {
        await project.call('POST', '/reset');
        own.names = [];
      }
    }
    const found = await Promise.all(projects.map(queueNames));
    expect(found).toEqual(expected.map(({ names }) => [...names].sort()));
    expect(found.flat().length).toBeGreaterThan(50);
  });

  it('keep no more than their state, however many requests they answer', async () => {
    const { create, sandbox } = await servedControl();
    const projects = [await create(), await create()];
    const round = async (count: number) => {
      for (let index = 0; index < count; index++)
        for (const { platform } of projects) {
          const { id } = await platform.queues.create({ name: `q${index}` });
          await platform.queues.delete(id);
        }
      const sizes = projects.map(async ({ call }) => {
        const { body } = await call('GET', '/snapshot');
        const journal = (await call('GET', '/journal')).body as unknown[];
        return [JSON.stringify(body.collections).length, Math.min(journal.length, 1000) === journal.length];
      });
      return Promise.all(sizes);
    };
    const first = await round(10);
    // The position of the next item has up to four more digits.
    for (const [index, [length, isCapped]] of (await round(600)).entries())
      expect([Number(length) - Number(first[index]?.[0]) <= 8, isCapped]).toEqual([true, true]);
    expect(sandbox.journal.length).toBeLessThanOrEqual(3);
  });
});
