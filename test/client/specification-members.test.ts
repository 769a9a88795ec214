import { describe, expect, it } from 'vitest';
import { operations, PlatformRestError, RestClient, type Row, walkRows } from '../../src/client/index.js';
import { createSandbox } from '../../src/sandbox.js';

const rows = new Map(walkRows(operations));
const routeOf = (name: string) => (rows.get(name) as Row).route;
const membersOf = (path: string) =>
  path.split('.').reduce<object>((node, key) => (node as Record<string, object>)[key] as object, operations);

describe('the compatible API', () => {
  const ACCOUNT = '/api/laml/2010-04-01/Accounts/{account}';

  it.each([
    ['calls', 'Calls'],
    ['messages', 'Messages'],
    ['faxes', 'Faxes'],
    ['conferences', 'Conferences'],
    ['phone_numbers', 'IncomingPhoneNumbers'],
    ['applications', 'Applications'],
    ['laml_bins', 'LamlBins'],
    ['queues', 'Queues'],
    ['recordings', 'Recordings'],
    ['transcriptions', 'Transcriptions'],
  ])('has compat.%s under %s', (name, segment) => {
    expect(routeOf(`compat.${name}.list`)).toBe(`GET ${ACCOUNT}/${segment}`);
  });

  it('has compat.tokens under tokens', () => {
    expect(routeOf('compat.tokens.create')).toBe(`POST ${ACCOUNT}/tokens`);
  });

  it('has compat.accounts at the level of accounts', () => {
    expect(routeOf('compat.accounts.get')).toBe('GET /api/laml/2010-04-01/Accounts/{sid}');
  });

  it.each([
    ['participants', 'list_participants', 'Participants'],
    ['recordings', 'list_recordings', 'Recordings'],
    ['streams', 'start_stream', 'Streams'],
  ])('has the %s of a conference: %s is under %s', (_name, operation, segment) => {
    expect(routeOf(`compat.conferences.${operation}`)).toContain(`${ACCOUNT}/Conferences/{conference_sid}/${segment}`);
  });
});

describe('namespaces', () => {
  it.each([
    ['registry', ['brands', 'campaigns', 'orders', 'numbers']],
    ['datasphere', ['documents']],
    ['video', ['rooms', 'room_sessions', 'room_recordings', 'conferences', 'conference_tokens', 'streams']],
    [
      'compat',
      [
        ...['accounts', 'calls', 'messages', 'faxes', 'conferences', 'phone_numbers', 'applications', 'laml_bins'],
        ...['queues', 'recordings', 'transcriptions', 'tokens'],
      ],
    ],
  ])('%s has its sub-resources', (name, parts) => {
    expect(Object.keys(membersOf(name))).toEqual(expect.arrayContaining(parts));
  });

  it.each([
    ['chat', 'create_token'],
    ['pubsub', 'create_token'],
    ['fabric.tokens', 'create_subscriber_token'],
    ['compat.tokens', 'create'],
    ['project.tokens', 'create'],
  ])('%s creates tokens with %s', (name, operation) => {
    expect(Object.keys(membersOf(name))).toContain(operation);
    expect(routeOf(`${name}.${operation}`)).toMatch(/^POST .*tokens?/i);
  });

  it.each(['list', 'create', 'get', 'update', 'delete'])(
    'queues, number_groups and verified_callers have %s',
    (name) => {
      for (const resource of ['queues', 'number_groups', 'verified_callers'])
        expect(Object.keys(membersOf(resource))).toContain(name);
    },
  );
});

it('raises PlatformRestError when a request fails', async () => {
  const client = createSandbox({ empty: true }).client();
  await expect(client.queues.get('no-such-queue')).rejects.toBeInstanceOf(PlatformRestError);
});

it('is a client with a method for every operation', () => {
  const client = new RestClient({ project: 'p', token: 'tttt', host: 'space.example' });
  for (const name of rows.keys()) {
    const method = name.split('.').reduce<unknown>((node, key) => (node as Record<string, unknown>)[key], client);
    expect([name, typeof method]).toEqual([name, 'function']);
  }
});
