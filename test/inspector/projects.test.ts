import { expect, it } from 'vitest';
import { RestClient } from '../../src/client/index.js';
import { noRequests } from '../../src/inspector/page/requests/row-text.js';
import { eventsUntil, inspected, TOKEN } from './support.js';

/** A server with a second project, and what the page reads of each of them. */
async function twoProjects() {
  const served = await inspected({ projects: true });
  const { origin, open, pageOf, sandbox } = served;
  const first = sandbox.credentials.project;
  const create = () =>
    fetch(`${origin}/_patchbay/api/projects`, {
      method: 'POST',
      headers: { authorization: `Basic ${Buffer.from(`${first}:${TOKEN}`).toString('base64')}` },
      body: '{}',
    });
  const { project, token } = (await (await create()).json()) as { project: string; token: string };
  const second = new RestClient({ project, token, host: origin, retries: 0, on_notice: () => {} });
  const cookie = await open();
  const page = pageOf(cookie);
  const inSecond = (method: string, path: string, body?: unknown) =>
    page(method, path, body, { 'x-patchbay-project': project });
  return { ...served, cookie, first, project, token, second, page, inSecond };
}

it('lists the projects, and shows the first one unless the page names another', async () => {
  const { page, inSecond, first, project } = await twoProjects();
  const projects = [
    { project: first, name: 'First project' },
    { project, name: project },
  ];
  expect((await page('GET', 'source')).body).toMatchObject({ project: first, projects, isControlled: true });
  expect((await inSecond('GET', 'source')).body).toMatchObject({ project, projects });
});

it('adds and deletes projects, and gives the page no other credentials', async () => {
  const { page, inSecond, first, project, token, sandbox, origin } = await twoProjects();
  const state = await page('GET', 'projects');
  expect(state.body).toEqual({ isManaged: true });
  const made = await page('POST', 'projects', { project: 'ci-worker-3', fork: true });
  expect(made.body).toEqual({ project: 'ci-worker-3', token: expect.stringMatching(/^PT/), url: origin });
  const other = new RestClient({ ...made.body, host: origin, retries: 0, on_notice: () => {} });
  expect((await other.phone_numbers.list()).data.length).toBeGreaterThan(0);
  for (const text of [state.text, made.text, (await page('GET', 'source')).text])
    for (const secret of [TOKEN, token, sandbox.signing_key]) expect(text).not.toContain(secret);
  for (const path of ['control/projects', 'control/projects?project=x'])
    expect((await page('GET', path)).status).toBe(404);
  const ids = async () => (await page('GET', 'source')).body.projects.map((one: { project: string }) => one.project);
  expect(await ids()).toEqual([first, project, 'ci-worker-3']);
  expect(await page('POST', 'projects', { project: 'ci-worker-3' })).toMatchObject({ status: 422 });
  expect(await inSecond('DELETE', 'projects?project=ci-worker-3')).toMatchObject({ status: 403 });
  expect((await page('DELETE', 'projects?project=ci-worker-3')).status).toBe(200);
  expect((await inSecond('DELETE', `projects?project=${project}`)).status).toBe(200);
  expect(await ids()).toEqual([first]);
});

it('says that a server without projects has one', async () => {
  const { open, pageOf } = await inspected();
  const page = pageOf(await open());
  expect((await page('GET', 'projects')).body).toEqual({ isManaged: false });
  expect(await page('POST', 'projects', {})).toMatchObject({ status: 409, body: { error: /--projects/ } });
});

it('never mixes the requests, calls, resources, inbox, clock and snapshots of two projects', async () => {
  const { client, second, page, inSecond, get, cookie, project, token } = await twoProjects();
  await client.queues.create({ name: 'of the first' });
  await second.queues.create({ name: 'of the second' });
  await second.mfa.sms({ to: '+13035550111' });
  await inSecond('POST', 'control/ring', { number: '+12065550100', digits: ['1'] });
  await inSecond('POST', 'control/clock', { advance_seconds: 86_400 });
  await inSecond('POST', 'snapshots', 'mine');
  const paths = ['requests/1', 'resources', 'control/calls', 'control/inbox', 'control/clock', 'snapshots'];
  const read = async (of: typeof inSecond) => Promise.all(paths.map(async (path) => (await of('GET', path)).text));
  const [one, two] = [await read(page), await read(inSecond)];
  for (const [index, path] of paths.entries()) expect([path, one[index] === two[index]]).toEqual([path, false]);
  expect([one.join().includes('of the second'), two.join().includes('of the first')]).toEqual([false, false]);
  expect(two.join()).not.toContain(token);
  const eventsOf = async (query: string) => {
    const events = await eventsUntil(
      await get(`/_patchbay/events${query}`, { cookie }),
      (one) => one.event === 'reset',
    );
    return JSON.stringify(events);
  };
  expect([
    (await eventsOf('')).match(/queues.create|mfa/g),
    (await eventsOf(`?project=${project}`)).match(/queues.create|mfa\.sms/g),
  ]).toEqual([['queues.create'], ['queues.create', 'mfa.sms']]);
});

it('sends a request again, and sends a call, with the credentials of the project', async () => {
  const { second, page, inSecond } = await twoProjects();
  await second.mfa.sms({ to: '+13035550111' });
  expect((await inSecond('POST', 'requests/1/again')).body).toEqual({ status: 200, credentials: 'own' });
  const call = { operation: 'queues.create', args: [], fields: '{"name":"sent"}' };
  expect((await inSecond('POST', 'call/send', call)).body.status).toBe(201);
  const recipients = async (of: typeof inSecond) =>
    (await of('GET', 'control/inbox')).body.map(({ to }: { to: string }) => to);
  expect(await recipients(inSecond)).toEqual(['+13035550111', '+13035550111']);
  expect(await recipients(page)).toEqual([]);
  expect((await second.queues.list()).data.map(({ friendly_name }) => friendly_name)).toContain('sent');
});

it('names the credentials of the project whose page has no requests, and those of the shell in the first one', async () => {
  const { project, first, page, inSecond, get, cookie, token } = await twoProjects();
  const textOf = async (of: typeof inSecond) => noRequests((await of('GET', 'source')).body).text;
  expect(await textOf(inSecond)).toContain(project);
  const inFirst = await textOf(page);
  expect([inFirst?.includes(project), inFirst?.includes(first)]).toEqual([false, false]);
  expect(inFirst).toContain('`export` lines');
  // Only a page that the user opened shows the project.
  const headers = { cookie, 'sec-fetch-site': 'none' };
  const document = await (await get(`/_patchbay/?project=${project}`, headers)).text();
  expect(document.slice(document.indexOf('class="empty"'))).toContain(project);
  expect(document).not.toContain(token);
});

it('shows nothing of a project that was removed', async () => {
  const { page, inSecond, second, origin, first, project, get, cookie } = await twoProjects();
  await second.queues.list();
  await fetch(`${origin}/_patchbay/api/projects?project=${project}`, {
    method: 'DELETE',
    headers: { authorization: `Basic ${Buffer.from(`${first}:${TOKEN}`).toString('base64')}` },
  });
  for (const path of ['source', 'requests/1', 'resources'])
    for (const [id, headers] of [
      [project, undefined],
      ['never-there', { 'x-patchbay-project': 'never-there' }],
    ] as const)
      expect(await (headers ? page('GET', path, undefined, headers) : inSecond('GET', path))).toMatchObject({
        ...{ status: 404, body: { error: `There is no project ${id}.` } },
      });
  expect((await get(`/_patchbay/events?project=${project}`, { cookie })).status).toBe(404);
});
