import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Request, ToSockets } from '../../src/kernel/wire/messages.js';
import { kernelWithoutSockets } from '../support/kernel-without-sockets.js';
import { type RawKernel, startRawKernel } from '../support/raw-kernel.js';

const comm = (msg_type: string, content: object) =>
  ({ channel: 'shell', ids: [], header: { msg_id: 'from-page', msg_type }, content }) as unknown as Request;

const published = (sent: readonly ToSockets[]) =>
  sent.flatMap((one) => (typeof one === 'object' && one.kind === 'publish' ? [one] : []));

describe('the comms of a kernel', () => {
  async function receive(request: Request) {
    const made = kernelWithoutSockets();
    const received: object[] = [];
    const closed: string[] = [];
    made.kernel.comms.accept('echo', (opened) => {
      opened.send({ hello: true });
      return { onMessage: (data) => void received.push(data), onClose: () => void closed.push(opened.id) };
    });
    await made.deliver(comm('comm_open', { comm_id: 'known', target_name: 'echo', data: {} }));
    const from = made.sent.length;
    await made.deliver(request);
    return { received, closed, first: published(made.sent), later: published(made.sent.slice(from)), made };
  }

  it('are opened by the front end for a known target, and the kernel may send first', async () => {
    const { first } = await receive(comm('comm_msg', { comm_id: 'known', data: {} }));
    expect(first.map(({ type, content, parent }) => [type, content.data, parent?.msg_id])).toContainEqual([
      'comm_msg',
      { hello: true },
      'from-page',
    ]);
  });

  it('get the data of their messages between the statuses of the message', async () => {
    const { received, later } = await receive(comm('comm_msg', { comm_id: 'known', data: { value: 5 } }));
    expect(received).toEqual([{ value: 5 }]);
    expect(later.map(({ content }) => content.execution_state)).toEqual(['busy', 'idle']);
  });

  it('end when the front end closes them', async () => {
    const { closed, made } = await receive(comm('comm_close', { comm_id: 'known' }));
    expect(closed).toEqual(['known']);
    made.kernel.comms.closeAll();
    expect(published(made.sent).filter(({ type }) => type === 'comm_close')).toEqual([]);
  });

  it('are closed in the front end by a restart', async () => {
    const { made } = await receive(comm('comm_msg', { comm_id: 'known' }));
    made.kernel.comms.closeAll();
    expect(published(made.sent).at(-1)).toMatchObject({ type: 'comm_close', content: { comm_id: 'known' } });
  });

  it.each([
    ['an unknown target', { comm_id: 'new', target_name: 'nothing' }, ['comm_close']],
    ['a target that is not a name', { comm_id: 'new', target_name: {} }, ['comm_close']],
    ['an id that is not text', { comm_id: { toString: 1 }, target_name: 'echo' }, []],
    ['a long id', { comm_id: 'x'.repeat(201), target_name: 'echo' }, []],
    ['an id that is open', { comm_id: 'known', target_name: 'nothing' }, []],
  ])('answers comm_open with %s', async (_, content, answers) => {
    const { later } = await receive(comm('comm_open', content));
    expect(later.filter(({ type }) => type !== 'status').map(({ type }) => type)).toEqual(answers);
    expect(later.at(-1)?.content).toEqual({ execution_state: 'idle' });
  });

  it.each([
    ['an unknown id', { comm_id: 'other', data: {} }, []],
    ['data that is a list', { comm_id: 'known', data: [1] }, [{}]],
    ['no content', {}, []],
  ])('answers comm_msg with %s with its statuses only', async (_, content, expected) => {
    const { received, later } = await receive(comm('comm_msg', content));
    expect(received).toEqual(expected);
    expect(later.map(({ type }) => type)).toEqual(['status', 'status']);
  });
});

describe('a kernel process with comms', () => {
  let kernel: RawKernel;
  beforeAll(async () => {
    kernel = await startRawKernel();
  }, 60_000);
  afterAll(() => kernel.kill());

  const comms = async (content = {}) => (await kernel.ask('shell', 'comm_info_request', content)).reply.comms as object;

  it('lists the open comms, also those of one target', async () => {
    const { outputs } = await kernel.run('widgets.Text()', { onInput: () => '' });
    const opened = outputs.find(({ type }) => type === 'comm_open');
    expect(opened).toMatchObject({ target_name: 'jupyter.widget', data: { state: { _model_name: 'TextModel' } } });
    expect(await comms()).toEqual({ [String(opened?.comm_id)]: { target_name: 'jupyter.widget' } });
    expect(await comms({ target_name: 'jupyter.widget' })).toEqual(await comms());
    expect(await comms({ target_name: 'other' })).toEqual({});
  }, 30_000);

  it('answers after long, deep and malformed messages of comms', async () => {
    const [id = ''] = Object.keys(await comms());
    const deep = `${'['.repeat(2_000)}${']'.repeat(2_000)}`;
    const long = JSON.stringify({ method: 'update', state: { value: 'x'.repeat(10_000_000) } });
    const header = (msg_type: string) => JSON.stringify({ msg_id: `${Math.random()}`, msg_type, session: 's' });
    for (const type of ['comm_open', 'comm_msg', 'comm_close'])
      for (const data of [deep, 'null', '[]', '"text"', '{"method":{},"state":[]}', '{"__proto__":1}'])
        for (const comm_id of [JSON.stringify(type === 'comm_msg' ? id : 'unknown'), '5', '{}'])
          await kernel.sendParts('shell', [
            header(type),
            '{}',
            '{}',
            `{"comm_id":${comm_id},"target_name":5,"data":${data}}`,
          ]);
    await kernel.sendParts('shell', [header('comm_msg'), '{}', '{}', `{"comm_id":"${id}","data":${long}}`]);
    expect((await kernel.run('1 + 1')).reply).toMatchObject({ status: 'ok' });
    expect(Object.keys(await comms())).toEqual([id]);
  }, 60_000);

  it('closes the comms in the front end when it is restarted', async () => {
    const ids = Object.keys(await comms());
    const closed = kernel.published('comm_close');
    void kernel.ask('control', 'shutdown_request', { restart: true }).catch(() => {});
    expect((await closed).comm_id).toBe(ids[0]);
    await kernel.exited;
  }, 30_000);
});
