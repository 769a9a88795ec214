import { afterEach, describe, expect, it } from 'vitest';
import { liveTransport, sendWithRetries, setEgress, type WireRequest } from '../../src/http/index.js';
import { receiver, serve } from '../support/loopback.js';

const open: { close(): Promise<unknown> }[] = [];
const closing = <T extends { close(): Promise<unknown> }>(one: T): T => {
  open.push(one);
  return one;
};
afterEach(async () => {
  setEgress('open');
  await Promise.all(open.splice(0).map((one) => one.close()));
});
const transport = (options = {}) => {
  const made = liveTransport(options);
  closing({ close: async () => made.close?.() });
  return made;
};
const get = (url: string, more: Partial<WireRequest> = {}): WireRequest => ({
  method: 'GET',
  url,
  headers: {},
  ...more,
});

describe('the live transport', () => {
  it('sends the request and returns the response', async () => {
    const server = closing(await receiver(() => ({ status: 201, headers: { 'x-request-id': 'r1' }, body: 'héllo' })));
    const answer = await transport().send({
      method: 'POST',
      url: `${server.url}/a%2Fb?c=1`,
      headers: { 'x-a': '1' },
      body: '{"b":2}',
    });
    expect(server.received).toMatchObject([
      { method: 'POST', target: '/a%2Fb?c=1', headers: { 'x-a': '1' }, body: '{"b":2}' },
    ]);
    expect({ ...answer, body: Buffer.from(answer.body).toString() }).toMatchObject({
      status: 201,
      headers: { 'x-request-id': 'r1' },
      body: 'héllo',
    });
  });

  it('answers a redirect with the redirect', async () => {
    const server = closing(
      await receiver(() => ({ status: 302, headers: { location: 'https://elsewhere.example/' } })),
    );
    expect(await transport().send(get(server.url))).toMatchObject({ status: 302 });
    expect(server.received).toHaveLength(1);
  });

  it('reports that nothing was sent if no server listens', async () => {
    const server = await receiver();
    await server.close();
    await expect(transport().send(get(server.url))).rejects.toMatchObject({ kind: 'refused', sent: false });
  });

  it('reports a server that uses http for an https URL', async () => {
    const server = closing(await receiver());
    const failed = transport().send(get(server.url.replace('http:', 'https:')));
    await expect(failed).rejects.toMatchObject({
      kind: 'refused',
      message: expect.stringMatching(/^could not connect: .* uses http, not https[^\n]*$/),
    });
  });
  it('reports that the request was sent if the connection breaks', async () => {
    const server = closing(await serve((message) => message.socket.destroy()));
    await expect(transport().send(get(server.url))).rejects.toMatchObject({ kind: 'reset', sent: true });
  });

  it('stops waiting for a response that does not come', async () => {
    const server = closing(await serve(() => {}));
    await expect(transport().send(get(server.url, { timeoutMs: 30 }))).rejects.toMatchObject({
      kind: 'timeout',
      sent: true,
    });
  });

  it('stops waiting for a response that arrives slowly', async () => {
    const server = closing(
      await serve((_message, response) => {
        response.writeHead(200);
        const drip = setInterval(() => response.write('x'), 5);
        response.on('close', () => clearInterval(drip));
      }),
    );
    await expect(transport().send(get(server.url, { timeoutMs: 60 }))).rejects.toMatchObject({ kind: 'timeout' });
  });

  it('stops when it is aborted, before and during the request', async () => {
    const controller = new AbortController();
    const server = closing(await serve(() => controller.abort(new Error('enough'))));
    await expect(transport().send(get(server.url, { signal: controller.signal }))).rejects.toMatchObject({
      kind: 'aborted',
      cause: { message: 'enough' },
    });
    await expect(transport().send(get(server.url, { signal: controller.signal }))).rejects.toMatchObject({
      kind: 'aborted',
      sent: false,
    });
  });

  it('stops reading an answer that is too large', async () => {
    const server = closing(
      await serve((_message, response) => {
        response.on('error', () => {});
        response.end(Buffer.alloc(1_000_000));
      }),
    );
    await expect(transport({ maxBytes: 1000 }).send(get(server.url))).rejects.toMatchObject({ kind: 'too_large' });
  });

  it('does not leave this machine unless the egress is open', async () => {
    setEgress('loopback');
    await expect(transport().send(get('https://198.51.100.7/'))).rejects.toMatchObject({
      kind: 'not_allowed',
      sent: false,
    });
    const server = closing(await receiver());
    expect(await transport().send(get(server.url))).toMatchObject({ status: 200 });
  });
});

describe('trying again', () => {
  const policy = { retries: 2, idempotent: true, spends: false };
  const answering = (statuses: readonly number[], headers: Record<string, string> = { 'retry-after': '0' }) => {
    const left = [...statuses];
    const sent: WireRequest[] = [];
    return {
      sent,
      send: async (request: WireRequest) => {
        sent.push(request);
        return { status: left.shift() ?? 200, headers, body: Buffer.alloc(0) };
      },
    };
  };

  it.each([
    ['a read, after 503', { ...policy }, [503, 503, 200], 200, 3],
    ['a read, until the attempts are used up', { ...policy }, [503, 503, 503, 200], 503, 3],
    ['a read, never after 404', { ...policy }, [404], 404, 1],
    ['a create, after 429', { ...policy, idempotent: false }, [429, 201], 201, 2],
    ['a create, after 503 that says when', { ...policy, idempotent: false }, [503, 201], 201, 2],
    ['a create, never after 500', { ...policy, idempotent: false }, [500], 500, 1],
    ['a purchase, after 429 alone', { ...policy, idempotent: false, spends: true }, [429, 503], 503, 2],
    ['a release, never after 500', { ...policy, spends: true }, [500], 500, 1],
    ['nothing, where no retries are wanted', { ...policy, retries: 0 }, [503], 503, 1],
  ] as const)('repeats %s', async (_what, how, statuses, status, attempts) => {
    const answers = answering(statuses);
    expect(await sendWithRetries(answers, get('http://localhost/'), how)).toMatchObject({
      response: { status },
      attempts,
    });
    expect(answers.sent).toHaveLength(attempts);
  });

  it('does not wait an hour for a Retry-After header', async () => {
    const answers = answering([503, 200], { 'retry-after': '3600' });
    expect(await sendWithRetries(answers, get('http://localhost/'), policy)).toMatchObject({
      response: { status: 503 },
      attempts: 1,
    });
  });

  it('does not repeat a dial that may have arrived', async () => {
    let arrived = 0;
    const server = closing(
      await serve((message) => {
        arrived++;
        message.socket.destroy();
      }),
    );
    const dial = { ...policy, idempotent: false, spends: true };
    await expect(
      sendWithRetries(transport(), get(server.url, { method: 'POST', body: '{}' }), dial),
    ).rejects.toMatchObject({ kind: 'reset', attempts: 1 });
    expect(arrived).toBe(1);
  });

  it('stops waiting when it is aborted', async () => {
    const controller = new AbortController();
    const waiting = sendWithRetries(
      answering([503, 200], { 'retry-after': '20' }),
      get('http://localhost/', { signal: controller.signal }),
      policy,
    );
    controller.abort();
    await expect(waiting).rejects.toMatchObject({ kind: 'aborted' });
  });
});
