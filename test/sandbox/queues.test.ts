import { describe, expect, it } from 'vitest';
import { DOCUMENT, failure, inline, line } from './support/line.js';

async function lined(size = 2) {
  const phone = await line();
  const { id: queue } = await phone.client.queues.create({ name: 'support', max_size: size });
  const waiting = async () => (await phone.client.queues.list_members(queue)).data.map(({ call_id }) => call_id);
  return { ...phone, queue, waiting, queues: phone.client.queues, compat: phone.client.compat };
}

describe('a queue', () => {
  it('is joined by a call, a transfer and a document', async () => {
    const { dial, calling, waiting } = await lined(3);
    const called = await dial('queue:support');
    const sent = await dial();
    await calling.transfer(sent, { dest: 'queue:support' });
    const documented = await dial('+13125550101', { swml: inline({ enter_queue: { queue_name: 'support' } }) });
    expect(await waiting()).toEqual([called, sent, documented]);
  });

  it('is left by a call that ends or is transferred', async () => {
    const { dial, calling, waiting } = await lined();
    const [one, two] = [await dial('queue:support'), await dial('queue:support')];
    await calling.end(one);
    expect(await waiting()).toEqual([two]);
    await calling.transfer(two, { dest: DOCUMENT });
    expect(await waiting()).toEqual([]);
  });

  it('that is full accepts no caller', async () => {
    const { dial, calling, log, waiting } = await lined(1);
    const one = await dial('queue:support');
    const two = await dial('queue:support');
    expect(await waiting()).toEqual([one]);
    expect(await log(two)).toMatchObject({ status: 'busy' });
    const three = await dial();
    expect(await failure(calling.transfer(three, { dest: 'queue:support' }))).toMatchObject({ code: 'queue_full' });
  });

  it('counts the waiting callers and their waiting time, the same in both APIs', async () => {
    const { dial, queues, compat, queue, wait } = await lined();
    await dial('queue:support');
    wait(10);
    const native = await queues.get_next_member(queue);
    const same = await compat.queues.get_member(queue, 'Front');
    expect(same).toMatchObject({ call_sid: native.call_id, position: 1, wait_time: (native.wait_time as number) + 1 });
    expect(await compat.queues.get(queue)).toMatchObject({ friendly_name: 'support', max_size: 2, current_size: 1 });
  });

  it('sends the next caller to a document', async () => {
    const { dial, queues, compat, queue, waiting, log } = await lined();
    const [one, two] = [await dial('queue:support'), await dial('queue:support')];
    expect(await failure(compat.queues.dequeue_member(queue, 'Front', { Url: 'x' }))).toMatchObject({ status: 422 });
    expect(await compat.queues.dequeue_member(queue, 'Front', { Url: DOCUMENT })).toMatchObject({ call_sid: one });
    expect(await waiting()).toEqual([two]);
    expect(await log(one)).toMatchObject({ url: DOCUMENT, status: 'answered' });
    await compat.queues.dequeue_member(queue, two, { Url: DOCUMENT });
    expect(await failure(queues.get_next_member(queue))).toMatchObject({ status: 404 });
  });

  it('is not deleted while callers wait in it', async () => {
    const { dial, calling, queues, compat, queue } = await lined();
    const id = await dial('queue:support');
    expect(await failure(queues.delete(queue))).toMatchObject({ status: 400 });
    expect(await failure(compat.queues.delete(queue))).toMatchObject({ status: 422 });
    await calling.end(id);
    await compat.queues.delete(queue);
    expect(await failure(queues.get(queue))).toMatchObject({ status: 404 });
  });

  it.each([
    ['a name with a space', { FriendlyName: 'a b' }],
    ['a name that is taken', { FriendlyName: 'support' }],
    ['no size', { FriendlyName: 'other', MaxSize: 0 }],
  ])('of the compatible API is not created with %s', async (_what, fields) => {
    const { client } = await lined();
    const made = client.with({ check: false }).compat.queues.create(fields);
    expect(await failure(made)).toMatchObject({ status: 422, body: { code: expect.any(Number) } });
  });

  it('accepts its own name in an update', async () => {
    const { compat, queue } = await lined();
    expect(await compat.queues.update(queue, { FriendlyName: 'support', MaxSize: 9 })).toMatchObject({ max_size: 9 });
  });

  it('has a size of at least one', async () => {
    const { client, queue } = await lined();
    expect(await failure(client.with({ check: false }).queues.update(queue, { max_size: 0 }))).toMatchObject({
      status: 422,
    });
  });
});

it('queue names are unique over both APIs', async () => {
  const { queues, compat } = await lined();
  expect(await failure(queues.create({ name: 'support' }))).toMatchObject({ status: 422 });
  expect(await failure(compat.queues.create({ FriendlyName: 'support' }))).toMatchObject({ status: 422 });
  const { id } = await queues.create({ name: 'sales' });
  expect(await failure(queues.update(id, { name: 'support' }))).toMatchObject({ status: 422 });
  expect(await queues.update(id, { name: 'sales' })).toMatchObject({ friendly_name: 'sales' });
});
