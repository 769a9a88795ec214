import { afterEach, describe, expect, it } from 'vitest';
import { RestClient } from '../../src/client/index.js';
import { receiver } from '../support/loopback.js';

const open: { close(): Promise<void> }[] = [];
afterEach(() => Promise.all(open.splice(0).map((server) => server.close())));

async function failureOf(status: number, call: (client: RestClient) => Promise<unknown>) {
  const server = await receiver(() => ({ status, body: '{"error":"Not Found"}' }));
  open.push(server);
  const client = new RestClient({ project: 'prj', token: 'tok-en', host: server.url, retries: 0 });
  const error: Error = await call(client).then(
    () => expect.fail('the call succeeded'),
    (reason) => reason,
  );
  return { message: error.message, methods: server.received.map(({ method }) => method) };
}

describe('an update of a webhook, for which the sources disagree on the method', () => {
  const updates = [
    (client: RestClient) => client.fabric.swml_webhooks.update('w', { name: 'front' }),
    (client: RestClient) => client.fabric.cxml_webhooks.update('w', { name: 'front' }),
  ];

  it.each(updates.flatMap((update) => [404, 405].map((status) => [status, update] as const)))(
    'names the other method when it fails with %i',
    async (status, update) => {
      const { message, methods } = await failureOf(status, update);
      expect(methods).toEqual(['PUT']);
      expect(message).toMatch(/failed: 40\d Not Found \(PUT \/api\/fabric\/resources\/\w+\/w\)\. If the id is correct/);
      expect(message).toContain('may require PATCH, which the public description has');
    },
  );

  it('does not name it after another failure, or for another operation', async () => {
    expect((await failureOf(422, updates[0] as never)).message).not.toContain('PATCH');
    expect((await failureOf(404, (client) => client.queues.update('q', {}))).message).not.toContain('PATCH');
  });
});
