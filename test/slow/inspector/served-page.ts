import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { RestClient } from '../../../src/client/index.js';
import { inspectProjects } from '../../../src/inspector/index.js';
import { createSandbox } from '../../../src/sandbox.js';
import type { FilledPage } from './views.js';

export type ServedPage = Awaited<ReturnType<typeof servePage>>;

/** A served sandbox with its inspector, as `patchbay sandbox` starts it, and a server of the user for its callbacks. */
export async function servePage() {
  const sandbox = createSandbox({ token: `PT${'5e'.repeat(20)}` });
  const inspector = inspectProjects(sandbox);
  const { around, through, onProject } = inspector;
  const server = await sandbox.listen(0, { around, through, onProject, projects: true });
  inspector.listens(server.url);
  const user = createServer((request, response) => {
    request.resume();
    if (request.url === '/wait.yaml') {
      response.writeHead(200, { 'content-type': 'application/yaml' });
      response.end(WAIT);
      return;
    }
    const wrong = WRONG[request.url ?? ''];
    if (wrong !== undefined) {
      response.end(wrong);
      return;
    }
    const contents =
      request.url === '/menu.json' ? MENU(`http://127.0.0.1:${(user.address() as AddressInfo).port}`) : { name: 'Ann' };
    response.writeHead(request.url === '/status' ? 204 : 200, { 'content-type': 'application/json' });
    response.end(request.url === '/status' ? '' : JSON.stringify(contents));
  });
  await new Promise<void>((done) => user.listen(0, '127.0.0.1', done));
  const userUrl = `http://127.0.0.1:${(user.address() as AddressInfo).port}`;
  const { project, token } = server.credentials;
  const authorization = `Basic ${Buffer.from(`${project}:${token}`).toString('base64')}`;
  return {
    ...{ sandbox, server, userUrl },
    /** Sends JSON that the client would refuse. */
    post: (path: string, body: unknown) =>
      fetch(server.url + path, {
        method: 'POST',
        headers: { authorization, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    async addProject() {
      const response = await fetch(`${server.url}/_patchbay/api/projects`, {
        method: 'POST',
        headers: { authorization },
        body: '{}',
      });
      return (await response.json()) as { project: string; token: string; url: string };
    },
    newAddress: () => server.url + inspector.newAddress(),
    client: new RestClient({ ...server.credentials, retries: 0, on_notice: () => {} }),
    async close() {
      user.close();
      await server.close();
      await sandbox.close();
    },
  };
}

const WRONG: Readonly<Record<string, string>> = {
  '/wrong.json': JSON.stringify({ sections: { main: ['answer', { ply: 'say:Hello' }] } }),
  '/wrong.xml': '<?xml version="1.0"?>\n<!-- The front desk -->\n<Response>\n   <Dial>12</Dial>\n</Response>',
};

const WAIT = `version: 1.0.0
sections:
  main:
    - answer
    - play: say:Please wait.
    - enter_queue: { queue_name: night, transfer_after_bridge: main }
`;

const MENU = (url: string) => ({
  version: '1.0.0',
  sections: {
    main: [
      { answer: {} },
      { request: { url: `${url}/crm`, method: 'POST', save_variables: true } },
      { prompt: { play: 'say:Welcome. Press 1 for sales, or 2 to leave a message.', max_digits: 1 } },
      {
        switch: {
          variable: 'prompt_value',
          case: { '1': [{ connect: { to: '+15035550100', timeout: 20, status_url: `${url}/status` } }] },
          default: [{ play: 'say:Goodbye.' }],
        },
      },
      { hangup: {} },
    ],
  },
});

/** What programs of a class send in a lesson: numbers, queues, messages, codes, calls, and mistakes. */
export async function fillPage({ client, post, sandbox, userUrl }: ServedPage): Promise<FilledPage> {
  const { data } = await client.phone_numbers.list();
  const front = data.find(({ number }) => number === '+12065550100');
  await client.queues.create({ name: 'night', max_size: 20 });
  await client.queues.list();
  await client.queues.get('7d3c2f0e-0000-4000-8000-000000000000').catch(() => {});
  await post('/api/relay/rest/queues', { name: 'support', max_size: 'many' });
  await client.mfa.sms({ to: '+13035550111' });
  await client.mfa.call({ to: '+13035550112' });
  await client.compat.messages.create({ From: '+12065550100', To: '+13035550111', Body: 'Your table is ready.' });
  await client.phone_numbers.set_swml_webhook(String(front?.id), `${userUrl}/menu.json`);
  const answers = { '+15035550100': { after: 4, hangup_after: 30 } };
  const { call_id } = await sandbox.ring('+12065550100', { digits: ['1'], answers });
  await sandbox.settled();
  await client.phone_numbers.set_swml_webhook(String(front?.id), `${userUrl}/wrong.json`);
  const { call_id: failedCall } = await sandbox.ring('+12065550100');
  await client.phone_numbers.set_swml_webhook(String(front?.id), `${userUrl}/menu.json`);
  const ends = { from: '+12065550100', to: '+15035550100' };
  const { id: outboundCall } = await client.calling.dial({ ...ends, url: `${userUrl}/wait.yaml` });
  sandbox.clock.advance(20);
  await sandbox.settled();
  await client.phone_numbers.list({ filter_number: '+1206' });
  return { call: call_id, failedCall, outboundCall: String(outboundCall), number: String(front?.id) };
}
