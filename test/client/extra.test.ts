import { describe, expect, it } from 'vitest';
import { extra, RestClient } from '../../src/client/index.js';
import { createSandbox } from '../../src/sandbox.js';

const clientOf = (on_notice: (text: string) => void = () => {}) => {
  const sandbox = createSandbox();
  return new RestClient({
    ...sandbox.credentials,
    host: 'space.example.com',
    transport: sandbox.transport,
    on_notice,
  });
};
const client = clientOf();
/** A JavaScript program passes the fields as it likes. */
const untyped = (fields: object) => fields as never;

describe('the fields of with({ extra })', () => {
  const fields = { wait_music: 'jazz', levels: [1, { deep: null }], nothing: undefined, empty: null };
  const more = client.with({ extra: fields });

  it.each([
    [
      'a body',
      () => more.dry.queues.create({ name: 'a' }),
      () => client.dry.queues.create(untyped({ name: 'a', ...fields })),
    ],
    [
      'a query',
      () => more.dry.queues.list({ page_size: 5 }),
      () => client.dry.queues.list(untyped({ page_size: 5, ...fields })),
    ],
    [
      'a form',
      () => more.dry.compat.queues.create({ FriendlyName: 'a' }),
      () => client.dry.compat.queues.create(untyped({ FriendlyName: 'a', ...fields })),
    ],
    ['a command', () => more.dry.calling.denoise('c'), () => client.dry.calling.denoise('c', untyped(fields))],
    [
      'an operation that fills in fields',
      () => more.dry.phone_numbers.set_ai_agent('n', 'a'),
      () => client.dry.phone_numbers.set_ai_agent('n', 'a', untyped(fields)),
    ],
  ])('are sent in %s as unknown fields are', (_, withExtra, withUnknown) => {
    expect(withExtra()).toEqual(withUnknown());
  });

  it('have no notice, because the caller knows that the description does not have them', async () => {
    const notices: string[] = [];
    const noticing = clientOf((text) => notices.push(text));
    await noticing.with({ extra: fields }).queues.create({ name: 'a' });
    expect(notices).toEqual([]);
    await noticing.queues.create(untyped({ name: 'b', wait_music: 'jazz' }));
    expect(notices).toEqual([expect.stringContaining('wait_music is not in the API description')]);
  });

  it('replace fields of the call, and are validated like them', () => {
    expect(client.with({ extra: { name: 'b' } }).dry.queues.create({ name: 'a' }).body).toEqual({ name: 'b' });
    expect(() => client.with({ extra: { max_size: 'x' } }).dry.queues.create({ name: 'a' })).toThrow(
      'queues.create({…}): max_size must be a whole number',
    );
  });

  it('are an error for an operation without fields, and must be an object', async () => {
    expect(() => more.dry.queues.get('q')).toThrow('queues.get(queue_id): this operation has no fields');
    await expect(more.queues.delete('q')).rejects.toThrow('it cannot send extra');
    for (const wrong of [null, [], 'a']) expect(() => client.with({ extra: wrong as never })).toThrow(TypeError);
  });
});

describe('extra(value, name)', () => {
  it('reads a field of a response, declared or not, and nothing of its prototype', async () => {
    const queue = await client.queues.create({ name: 'a' });
    const size: number | undefined = extra(queue, 'max_size');
    const unknown: unknown = extra({ ...queue, wait_music: 'jazz' }, 'wait_music');
    expect([size, unknown]).toEqual([queue.max_size, 'jazz']);
    expect(extra(queue, 'wait_music')).toBeUndefined();
    expect(extra(queue, 'toString')).toBeUndefined();
  });
});
