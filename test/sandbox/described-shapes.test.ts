import { expect, it } from 'vitest';
import { extra, RestClient } from '../../src/client/index.js';
import { createSandbox } from '../../src/sandbox.js';
import { line } from './support/line.js';

const ORIGIN = 'https://sandbox.invalid';

it('has absolute links in the lists of resources, documents and projects, and paths in the others', async () => {
  const { fabric, datasphere, beyond, queues } = createSandbox().client();
  for (const one of [fabric.resources, fabric.addresses, datasphere.documents, beyond.projects]) {
    const { links } = await one.list();
    expect(links.first, links.self).toMatch(new RegExp(`^${ORIGIN}/api/`));
  }
  expect((await fabric.resources.list({ page_size: 1 } as never)).links.next).toMatch(
    /^https:\/\/sandbox\.invalid\/api/,
  );
  expect((await queues.list()).links.first).toMatch(/^\/api\//);
});

it('links to the address of the server that it listens on', async () => {
  await using server = await listening();
  const { origin, links, names } = server;
  expect(links.next).toMatch(new RegExp(`^${origin}/api/fabric/`));
  expect(names).toEqual(['two', 'one']);
});

async function listening() {
  const sandbox = createSandbox({ empty: true });
  const server = await sandbox.listen();
  const { fabric } = new RestClient(server.credentials);
  for (const name of ['one', 'two']) await fabric.ai_agents.create({ name, prompt: { text: 'Help.' } });
  const { links } = await fabric.ai_agents.list({ page_size: 1 } as never);
  const names: string[] = [];
  for await (const { display_name } of fabric.ai_agents.list({ page_size: 1 } as never)) names.push(display_name);
  return { origin: server.url, links, names, [Symbol.asyncDispose]: () => server.close() };
}

it('has a link to the first page in a search for numbers', async () => {
  const { links } = await createSandbox().client().phone_numbers.search({ areacode: '206' });
  expect(links.first).toBe(links.self);
});

it('has the number of channels of a recording as text', async () => {
  const { client, calling, dial } = await line();
  const id = await dial();
  await calling.record(id, { control_id: 'r', record: { audio: {} } });
  const [recording] = (await client.compat.recordings.list()).recordings;
  expect(recording).toMatchObject({ channel: '1', channels: '1' });
});

it('has the frame rate of a conference room as a number', async () => {
  const { fabric } = createSandbox().client();
  const { conference_room } = await fabric.conference_rooms.create({ name: 'standup', enable_room_previews: false });
  expect(conference_room.fps).toBe(20);
});

it('lists the documents of a fax under both names, and links to it with a whole URL', async () => {
  const { compat, logs } = createSandbox().client();
  const [fax] = (await compat.faxes.list()).faxes;
  const page = await compat.faxes.list_media(fax?.sid as string);
  expect(page.media).toHaveLength(1);
  expect(extra(page, 'fax_media')).toEqual(page.media);
  const log = await logs.fax.get(fax?.sid as string);
  expect(log.url).toBe(`${ORIGIN}${fax?.url}`);
});

it('sends the whole URL of a recording to a status callback', async () => {
  const { compat, sandbox, dial, wait } = await line();
  const id = await dial();
  const { calls } = sandbox.client().compat;
  const RecordingStatusCallback = 'https://example.com/recorded';
  const { sid } = await calls.start_recording(id, { RecordingStatusCallback });
  await calls.update_recording(id, sid, { Status: 'stopped' });
  wait(5);
  await compat(id);
  const [callback] = sandbox.callbacks.filter(({ event }) => event === 'recording.completed');
  expect(callback?.payload).toMatchObject({
    RecordingUrl: expect.stringMatching(/^https:\/\/sandbox\.invalid\/api\/laml/),
  });
});

it('returns one page for the lists that the public description calls arrays of pages', async () => {
  const { fabric } = createSandbox().client();
  const { id } = await fabric.subscribers.create({ email: 'grace@example.com' });
  const lists = [fabric.swml_scripts.list(), fabric.sip_endpoints.list(), fabric.subscribers.list_addresses(id)];
  for (const list of await Promise.all<object>(lists))
    expect(list).toEqual({ data: expect.any(Array), links: expect.objectContaining({ first: expect.any(String) }) });
});
