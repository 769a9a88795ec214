import { describe, expect, it } from 'vitest';
import { createSandbox } from '../../src/sandbox.js';
import { receiver } from '../support/loopback.js';
import { called, response } from './engine/cxml/story.js';

const dialAndEnd = async (sandbox: ReturnType<typeof createSandbox>, status_url: string) => {
  const { calling } = sandbox.client();
  const dial = { from: '+12065550100', to: '+13125550171', swml: { sections: { main: [{ answer: {} }] } }, status_url };
  await calling.dial(dial);
  sandbox.clock.advance(5);
  await sandbox.settled();
};

describe('status callbacks', () => {
  it.each(['reset', 'restore'])('are sent again after a %s', async (how) => {
    const { server, url } = await counting();
    const sandbox = createSandbox();
    const snapshot = sandbox.snapshot();
    await dialAndEnd(sandbox, url);
    expect(server.count).toBe(1);
    if (how === 'restore') sandbox.restore(snapshot);
    else {
      const { url: address, credentials, close } = await sandbox.listen();
      const authorization = `Basic ${Buffer.from(`${credentials.project}:${credentials.token}`).toString('base64')}`;
      await fetch(new URL('/_patchbay/api/reset', address), { method: 'POST', headers: { authorization } });
      await close();
    }
    await dialAndEnd(sandbox, url);
    expect(server.count).toBe(2);
  });

  it('of a snapshot are not sent again when it is restored', async () => {
    const { server, url } = await counting();
    const sandbox = createSandbox();
    await dialAndEnd(sandbox, url);
    sandbox.restore(sandbox.snapshot());
    await sandbox.settled();
    expect(server.count).toBe(1);
    expect(sandbox.callbacks.map(({ outcome }) => outcome)).toEqual([{ status: 200 }]);
  });

  it('that fail are tried three times, and the call shows it', async () => {
    const { server, url } = await counting(500);
    const sandbox = createSandbox();
    await dialAndEnd(sandbox, url);
    expect(server.count).toBe(3);
    expect(sandbox.callbacks.map(({ outcome }) => outcome)).toEqual([{ status: 500, attempts: 3 }]);
  });

  it('are sent when they happen, before the requests that come later', async () => {
    const dial =
      '<Dial action="/after"><Number statusCallback="/st" statusCallbackEvent="initiated ringing answered completed">+15035550100</Number></Dial>';
    const { sent, webhooks } = await called(
      { '/main': response(dial), '/after': response('<Say>Bye.</Say>') },
      { answers: { '+15035550100': { after: 4, hangup_after: 10 } } },
    );
    expect(sent).toEqual(['POST /main', 'POST /st', 'POST /st', 'POST /st', 'POST /st', 'POST /after']);
    expect(webhooks.map(({ outcome }) => outcome)).toEqual(Array(4).fill({ status: 200 }));
  });
});

async function counting(status = 200) {
  const server = { count: 0 };
  const { url } = await receiver(() => {
    server.count++;
    return { status };
  });
  return { server, url: `${url}/status` };
}
