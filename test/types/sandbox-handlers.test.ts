import { expect, it } from 'vitest';
import type { Handlers, InputOf, ParamsOf, RequestOf, RequestWith } from '../../src/sandbox/respond/handler.js';

// The type check proves these types. `@ts-expect-error` fails if a wrong use compiles.

const findQueue = ({ params }: RequestWith<'queue_id'>): string => params.queue_id;

const handlers: Handlers = {
  'queues.create': ({ input }) => {
    const name: string | undefined = input.name;
    const size: number | undefined = input.max_size;
    // @ts-expect-error: the row declares `name`.
    const typo: unknown = input.nmae;
    // @ts-expect-error: `max_size` is a number.
    const text: string = input.max_size ?? '';
    return [name, size, typo, text];
  },
  'queues.get_member': (request) => {
    const id: string = request.params.member_id;
    // @ts-expect-error: the route has no such parameter.
    const unknown: string = request.params.call_id;
    return [id, unknown, findQueue(request)];
  },
  // @ts-expect-error: `findQueue` requires the parameter `queue_id`.
  'recordings.get': (request) => findQueue(request),
  // @ts-expect-error: there is no such operation.
  'queues.crate': () => undefined,
};

it('types the input of a handler from the row of its operation', () => {
  const input: InputOf<'mfa.sms'> = { to: '+12065550100', token_length: 6 };
  // @ts-expect-error: `to` is required.
  const incomplete: InputOf<'mfa.sms'> = {};
  const params: ParamsOf<'queues.get'> = { queue_id: 'an id' };
  const verify = ({ params: { request_id }, input: { token } }: RequestOf<'mfa.verify'>) => `${request_id} ${token}`;
  expect([input, incomplete, params, verify, handlers]).toBeDefined();
});

it('types each variant of an operation', () => {
  const byTemplate: InputOf<'beyond.messages.create'> = { to: 'a', from: 'b', template_id: 'c' };
  // @ts-expect-error: `media` is a list of URLs.
  const wrong: InputOf<'beyond.messages.create'> = { to: 'a', from: 'b', media: 'https://example.com/a.png' };
  expect([byTemplate, wrong]).toBeDefined();
});
