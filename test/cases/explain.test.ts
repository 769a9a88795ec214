import { describe, expect, it } from 'vitest';
import { explain, explanationSheet, traps } from '../../src/cases/index.js';
import type { CassetteDocument, CassetteEntry } from '../../src/cassette/index.js';
import type { RestClient } from '../../src/client/index.js';
import { redactDocuments } from '../../src/redact/index.js';
import { Sheet, showText } from '../../src/show/index.js';
import { http, recordedCase } from './support/recorded-case.js';

const NO_NOTES = { exchanges: 1, failed: 1, asked: [], suspicious: [], unread: [], unanswered: 0, notes: [] };

const explained = async (work: (platform: RestClient) => Promise<unknown>) => explain(await recordedCase(work));

describe('a failed request', () => {
  it('is explained with the operation, the field, the row and a call that succeeds', async () => {
    const { failures, failed, exchanges } = await explained((platform) =>
      platform.number_groups.create({ nme: 'night' } as never),
    );
    expect([failed, exchanges]).toEqual([1, 1]);
    expect(failures).toEqual([
      expect.objectContaining({
        exchange: 1,
        operation: 'number_groups.create',
        status: 422,
        field: 'name',
        correction: {
          code: "await platform.number_groups.create({ name: 'night' })",
          isTried: true,
          notes: [],
        },
      }),
    ]);
    expect(failures[0]?.facts.join('\n')).toMatch(/Create a number group[\s\S]*name: required string/);
  });

  it.each([
    ['must be an integer', 'max_size', 'certain'],
    ['max_size must be an integer', undefined, 'likely'],
    ['the request is invalid', undefined, 'likely'],
  ])(
    'is certain only if the response has the name of the field in an attribute: %s, %s',
    async (message, attribute, level) => {
      const sent = { name: 'night', max_size: 'many' };
      const answer = { errors: [{ message, ...(attribute && { attribute }) }] };
      const document = http('POST', '/api/relay/rest/queues', { sent, status: 422, answer });
      const { failures } = await explain({ documents: [document] });
      expect(failures).toMatchObject([{ field: 'max_size', level, sent: '"many"' }]);
    },
  );

  it.each([
    [{ sent: { name: 'night', max_size: null }, attribute: 'max_size' }, 'null'],
    [{ sent: { max_size: 5 }, attribute: 'name' }, 'nothing: the request does not have this field'],
    [{ sent: { name: 'night' }, attribute: 'x_trace' }, undefined],
    [{ attribute: 'name' }, undefined],
  ])('has the value that was sent only if it is known: %j', async ({ attribute, ...request }, sent) => {
    const answer = { errors: [{ message: 'is invalid', attribute }] };
    const document = http('POST', '/api/relay/rest/queues', { ...request, status: 422, answer });
    const { failures } = await explain({ documents: [document] });
    expect(failures.map((one) => one.sent)).toEqual([sent]);
    const shown = (options?: { hasSent: true }) => JSON.stringify(explanationSheet({ ...NO_NOTES, failures }, options));
    expect(shown({ hasSent: true }).includes('"sent"')).toBe(sent !== undefined);
    expect(shown()).not.toContain('"sent"');
  });

  it('is never corrected by a purchase', async () => {
    const { failures } = await explained((platform) =>
      platform.phone_numbers.purchase({ phone_number: '+12065550188' } as never),
    );
    expect(failures).toMatchObject([{ operation: 'phone_numbers.purchase', field: 'number' }]);
    expect(failures[0]).not.toHaveProperty('correction');
  });

  it('is corrected with an id of the recording, though the sandbox has another', async () => {
    const { documents } = await recordedCase(async (platform) => {
      const queue = await platform.queues.create({ name: 'night' });
      await platform.queues.update(queue.id, { max_size: '5' as never });
    });
    const [created] = documents as CassetteEntry[];
    const id = '33333333-2222-4333-8444-555555555555';
    const body = created?.response?.body;
    const text = JSON.stringify(documents).replaceAll(
      (body && 'json' in body ? (body.json as { id: string }) : { id: '' }).id,
      id,
    );
    const { failures } = await explain({ documents: JSON.parse(text) });
    expect(failures).toMatchObject([
      {
        exchange: 2,
        operation: 'queues.update',
        field: 'max_size',
        correction: { code: `await platform.queues.update('${id}', { max_size: 5 })`, isTried: true },
      },
    ]);
  });

  it('gets no sample value in place of one that cannot be corrected', async () => {
    const { failures } = await explained(async (platform) => {
      const queue = await platform.queues.create({ name: 'night' });
      await platform.queues.update(queue.id, { max_size: 'many' as never });
    });
    // The cause is not a fact again.
    expect(failures[0]?.cause).toBe('max_size must be a whole number');
    expect(failures[0]?.facts).not.toContain(failures[0]?.cause);
    expect(failures[0]?.correction).toBeUndefined();
  });

  it('is reported once if later ones fail in the same way', async () => {
    const { failures, failed } = await explained(async (platform) => {
      for (let i = 0; i < 3; i++) await platform.phone_numbers.purchase({} as never).catch(() => {});
    });
    expect([failed, failures.length, failures[0]?.repeated]).toEqual([3, 1, 2]);
  });
});

describe('a failed request without a response', () => {
  it('without a response in the recording gets that of the sandbox', async () => {
    const { failures } = await explain({
      documents: [http('POST', '/api/relay/rest/phone_numbers', { sent: {}, unanswered: true })],
    });
    expect(failures[0]).toMatchObject({
      isAsked: true,
      status: 422,
      field: 'number',
      operation: 'phone_numbers.purchase',
    });
  });

  it('without a response has the resources that the request names, as in a replay', async () => {
    const dial = {
      command: 'dial',
      params: { from: '+12065550111', to: '+12065550188', url: 'https://example.com/a' },
    };
    const found = await explain({
      documents: [
        http('PUT', `/api/relay/rest/queues/${ID}`, { sent: { max_size: 3 }, unanswered: true }),
        http('POST', '/api/calling/calls', { sent: dial, unanswered: true }),
      ],
    });
    expect(found.asked.map(({ status }) => status)).toEqual([200, 200]);
    expect(found.failures).toEqual([]);
    expect(`${new Sheet(explanationSheet(found))}`).toContain('The sandbox accepts 2 requests without a recorded');
  });
});

describe('a refused request', () => {
  const SILENT = { errors: [{ detail: 'the request is invalid', status: '422', title: 'Invalid', code: '422' }] };
  const numbered = async (body: object) => {
    const sent = { From: '+12065550100', To: '+15005550104', ...body };
    const { documents } = await recordedCase((platform) => platform.compat.messages.create(sent as never));
    const [entry] = documents as CassetteEntry[];
    return { documents: [{ ...entry, response: { status: 422, body: { json: SILENT } } } as CassetteEntry] };
  };

  it('whose 422 names no field gets the field that a copy of the sandbox names', async () => {
    const { failures, asked } = await explain(await numbered({ Body: 'hi' }));
    expect(failures).toMatchObject([
      {
        status: 422,
        isAsked: false,
        field: 'From',
        cause: 'the request is invalid',
        facts: expect.arrayContaining([
          'the sandbox named From for the same request: From must be a number of the project; "+12065550100" is not',
        ]),
      },
    ]);
    expect(asked).toEqual([]);
  });

  it('whose 422 names no field has none if the sandbox accepts the request', async () => {
    const rejected = http('POST', '/api/relay/rest/queues', { sent: { name: 'night' }, status: 422, answer: SILENT });
    const { failures } = await explain({ documents: [rejected, { ...rejected }] });
    expect(failures).toMatchObject([{ cause: 'the request is invalid', repeated: 1 }]);
    expect(failures[0]).not.toHaveProperty('field');
    expect(failures[0]?.facts.join()).not.toContain('sandbox');
  });

  it('has a correction that says why it was not tried, if the recording does not show the resources', async () => {
    const { failures } = await explained((platform) =>
      platform.compat.messages.create({ to: '+15005550104', from: '+12065550100', body: 'hi' } as never),
    );
    expect(failures[0]?.correction).toEqual({
      code: "await platform.compat.messages.create({ To: '+15005550104', From: '+12065550100', Body: 'hi' })",
      isTried: false,
      notes: ['not tried: the sandbox rejects it: From must be a number of the project; "+12065550100" is not'],
    });
  });

  it('of an unknown path is explained with the nearest path', async () => {
    const { failures } = await explain({ documents: [http('GET', '/api/relay/rest/queus', { status: 404 })] });
    expect(failures[0]).toMatchObject({
      cause: 'no operation of the platform has this path',
      facts: ['did the program mean /api/relay/rest/queues?'],
    });
  });
});

describe('a recording without failures', () => {
  it('says that nothing failed', async () => {
    const found = await explained((platform) => platform.queues.list());
    expect(`${new Sheet(explanationSheet(found))}`).toContain('Nothing failed, and no known trap matches.');
  });
});

const ID = '11111111-2222-4333-8444-555555555555';
const OTHER = '99999999-2222-4333-8444-555555555555';
const ACCOUNT = '/api/laml/2010-04-01/Accounts';

/** For each trap, a case that it explains: the number of the exchange, the cause and the correction. */
const cases: Readonly<Record<string, readonly [() => Promise<{ documents: readonly CassetteDocument[] }>, object]>> = {
  'orphan-webhook': [
    () =>
      recordedCase(async (platform) => {
        const [number] = (await platform.phone_numbers.list({ filter_number: '+12065550100' })).data;
        await platform.fabric.swml_webhooks.create({ primary_request_url: 'https://example.com/hello' });
        await platform.phone_numbers.get(number?.id as string);
      }),
    {
      exchange: 2,
      cause: 'this creates a webhook that is not bound to a phone number, so no call reaches it',
      correction: {
        code: expect.stringMatching(
          /^await platform\.phone_numbers\.set_swml_webhook\('[\w-]{36}', 'https:\/\/example\.com\/hello'\)$/,
        ),
        isTried: true,
        notes: [],
      },
    },
  ],
  'assign-phone-route': [
    () =>
      recordedCase(async (platform) => {
        const [number] = (await platform.phone_numbers.list()).data;
        const hook = await platform.fabric.swml_webhooks.create({ primary_request_url: 'https://example.com/hello' });
        await platform.fabric.resources.assign_phone_route(hook.id, {
          phone_route_id: number?.id as string,
          handler: 'calling',
        });
      }),
    {
      exchange: 3,
      cause: 'assign_phone_route rejects a resource of type swml_webhook',
      correction: expect.objectContaining({
        code: expect.stringContaining('phone_numbers.set_swml_webhook('),
        isTried: true,
      }),
    },
  ],
  'wrong-handler': [
    () =>
      recordedCase(async (platform) => {
        const [number] = (await platform.phone_numbers.list()).data;
        await platform.phone_numbers.set_cxml_webhook(number?.id as string, 'https://example.com/call.swml');
      }),
    {
      exchange: 2,
      field: 'call_handler',
      cause: 'laml_webhooks runs only cXML (XML) documents, but https://example.com/call.swml is for SWML',
      correction: expect.objectContaining({ code: expect.stringContaining('set_swml_webhook('), isTried: true }),
    },
  ],
  'missing-companion': [
    () =>
      recordedCase(async (platform) => {
        const [number] = (await platform.phone_numbers.list()).data;
        await platform.phone_numbers.update(number?.id as string, {
          call_handler: 'relay_script',
          call_request_url: 'https://example.com/hello',
        });
      }),
    {
      exchange: 2,
      field: 'call_relay_script_url',
      cause: 'call_handler relay_script needs call_relay_script_url, but the request has call_request_url',
      correction: expect.objectContaining({ isTried: true }),
    },
  ],
  'body-encoding': [
    async () => ({
      documents: [
        http('POST', '/api/relay/rest/queues', {
          text: 'name=night&max_size=7',
          type: 'application/x-www-form-urlencoded',
          status: 422,
          answer: {
            errors: [{ detail: 'name is required', status: '422', title: 'Invalid Attribute', code: '422' }],
          },
        }),
      ],
    }),
    {
      cause: 'the body is a form, but queues.create reads JSON',
      correction: {
        code: "await platform.queues.create({ name: 'night', max_size: 7 })",
        isTried: true,
        notes: [],
      },
    },
  ],
  'field-case': [
    () =>
      recordedCase(async (platform) => {
        await platform.phone_numbers.list();
        await platform.compat.messages.create({ to: '+15005550104', from: '+12065550100', body: 'hi' } as never);
      }),
    {
      exchange: 2,
      field: 'To',
      cause: 'the field names of compat.messages.create are PascalCase: To, not to; From, not from; Body, not body',
      correction: {
        code: "await platform.compat.messages.create({ To: '+15005550104', From: '+12065550100', Body: 'hi' })",
        isTried: true,
        notes: [],
      },
    },
  ],
  'misspelt-field': [
    // @ts-expect-error: the description has no such field.
    () => recordedCase((platform) => platform.queues.create({ name: 'night', max_sise: 5 })),
    {
      field: 'max_size',
      cause: 'max_sise is not a known field, so the platform ignored it. Did you mean max_size?',
      correction: { code: "await platform.queues.create({ name: 'night', max_size: 5 })", isTried: true, notes: [] },
    },
  ],
  'wrong-address': [
    async () => ({
      documents: [
        http('GET', `${ACCOUNT}/${ID}/Calls`, { status: 200, answer: { calls: [] } }),
        http('GET', `${ACCOUNT}/${OTHER}/Calls`, {
          status: 404,
          answer: { code: 20404, message: 'not found', status: 404 },
        }),
      ],
    }),
    {
      exchange: 2,
      field: 'account',
      cause: `${OTHER} in the path is not the project of the credentials`,
      correction: { code: 'await platform.compat.calls.list()', isTried: true, notes: [] },
    },
  ],
  'page-past-end': [
    () => recordedCase((platform) => platform.phone_numbers.list({ page_number: 9, page_size: 2 })),
    {
      field: 'page_number',
      cause: 'page_number was sent without the token of its page',
      correction: { code: 'await platform.phone_numbers.list({ page_size: 2 })', isTried: true, notes: [] },
    },
  ],
  'refused-credentials': [
    async () => ({
      documents: [
        http('GET', '/api/relay/rest/queues', { status: 200, answer: { data: [], links: {} } }),
        http('GET', '/api/relay/rest/queues', { status: 401, answer: { error: 'Unauthorized' } }),
      ],
    }),
    {
      exchange: 2,
      cause: 'the credentials were refused, unlike those of exchange 1, before it',
      level: 'possible',
    },
  ],
  'rate-limit': [
    async () => ({
      documents: [
        http('GET', '/api/relay/rest/queues', {
          status: 429,
          answer: { error: 'Too Many Requests' },
          headers: { 'retry-after': '3' },
        }),
      ],
    }),
    {
      cause: 'the platform received too many requests',
      facts: expect.arrayContaining(['The response asks to wait 3 s.']),
    },
  ],
  'retried-post': [
    async () => ({
      documents: [
        http('POST', '/api/relay/rest/queues', {
          sent: { name: 'night' },
          status: 504,
          answer: { error: 'Gateway Timeout' },
        }),
        http('POST', '/api/relay/rest/queues', {
          sent: { name: 'night' },
          status: 422,
          answer: {
            errors: [
              { detail: 'name night is already in use', status: '422', title: 'Invalid Attribute', code: '422' },
            ],
          },
        }),
      ],
    }),
    {
      exchange: 2,
      cause:
        'exchange 1 sent the same queues.create and had status 504. It may have been carried out, and this one again',
      correction: { code: 'await platform.queues.list()', isTried: true, notes: [] },
    },
  ],
  'lost-update': [
    () =>
      recordedCase(async (platform) => {
        const queue = await platform.queues.create({ name: 'night', max_size: 5 });
        await platform.queues.update(queue.id, { max_size: 9 });
        await platform.queues.update(queue.id, { name: 'late', max_size: 5 });
      }),
    {
      exchange: 3,
      field: 'max_size',
      cause: 'this sets max_size back to 5, and loses 9 from exchange 2',
      correction: {
        code: expect.stringMatching(/queues\.update\('[\w-]{36}', \{ name: 'late' \}\)$/),
        isTried: true,
        notes: [],
      },
    },
  ],
  'stale-id': [
    () =>
      recordedCase(async (platform) => {
        const queue = await platform.queues.create({ name: 'night' });
        await platform.queues.delete(queue.id);
        await platform.queues.get(queue.id);
      }),
    {
      exchange: 3,
      field: 'queue_id',
      cause: expect.stringMatching(/^queue_id [\w-]{36} was deleted by exchange 2$/),
      correction: { code: 'await platform.queues.list()', isTried: true, notes: [] },
    },
  ],
  'ended-call': [
    () =>
      recordedCase(async (platform) => {
        const call = await platform.calling.dial({
          from: '+12065550100',
          to: '+15005550104',
          url: 'https://example.com',
        });
        await platform.calling.end(call.id);
        await platform.calling.play(call.id, {
          control_id: 'a',
          play: [{ type: 'audio', params: { url: 'https://example.com/a.mp3' } }],
        } as never);
      }),
    {
      exchange: 3,
      field: 'id',
      cause: 'the call had ended (exchange 2)',
      correction: expect.objectContaining({ isTried: true }),
    },
  ],
  'unreachable-callback': [
    () =>
      recordedCase(async (platform) => {
        const [number] = (await platform.phone_numbers.list()).data;
        await platform.phone_numbers.set_swml_webhook(number?.id as string, 'http://192.168.1.7:3000/voice');
      }),
    {
      exchange: 2,
      field: 'call_relay_script_url',
      cause: 'the platform cannot reach 192.168.1.7:3000: it is a private address',
    },
  ],
  'failed-callback': [
    async () => {
      const { documents } = await recordedCase(async (platform) => {
        const [number] = (await platform.phone_numbers.list()).data;
        await platform.phone_numbers.set_swml_webhook(number?.id as string, 'https://example.com/voice');
      });
      const webhook = {
        kind: 'webhook',
        event: 'call document',
        request: { method: 'POST', url: 'https://example.com/voice' },
        response: { status: 502 },
      } as const;
      return { documents: [...documents, webhook] };
    },
    {
      exchange: 3,
      request: 'POST example.com/voice',
      status: 502,
      field: 'call_relay_script_url',
      cause: 'example.com/voice answered 502 when the platform called it (webhook 3, call document)',
    },
  ],
  'no-response': [
    async () => ({
      documents: [{ ...http('GET', '/api/relay/rest/queues', {}), fault: 'refused', code: 'ENOTFOUND' }],
    }),
    { level: 'likely', server: ['ENOTFOUND'], cause: expect.stringContaining('does not resolve (DNS)') },
  ],
  'hidden-character': [
    async () => ({
      documents: [
        http('GET', '/api/relay/rest/queues/%E2%80%8B33333333-2222-4333-8444-555555555555', {
          status: 404,
          answer: { error: 'Not Found' },
        }),
      ],
    }),
    { level: 'likely', field: 'queue_id', cause: expect.stringContaining('invisible character (U+200B)') },
  ],
  'used-up-attempts': [
    async () => ({
      documents: [{ success: false }, { success: false }]
        .map((answer) =>
          http('POST', '/api/relay/rest/mfa/33333333-2222-4333-8444-555555555555/verify', {
            sent: { token: '000000' },
            status: 200,
            answer,
          }),
        )
        .concat(
          http('POST', '/api/relay/rest/mfa/33333333-2222-4333-8444-555555555555/verify', {
            sent: { token: '482913' },
            status: 404,
            answer: { error: 'Not Found' },
          }),
        ),
    }),
    { exchange: 3, level: 'likely', cause: expect.stringContaining('2 wrong codes were sent before') },
  ],
  'plus-in-form': [
    async () => ({
      documents: [
        http('POST', '/api/laml/2010-04-01/Accounts/33333333-2222-4333-8444-555555555555/Messages', {
          text: 'From=+12065550100&To=+15005550100&Body=Hello+there',
          type: 'application/x-www-form-urlencoded',
          status: 400,
          answer: { code: 21211, message: "The 'To' number ' 15005550100' is not a valid phone number", status: 400 },
        }),
      ],
    }),
    { level: 'certain', field: 'To', cause: expect.stringContaining('send %2B') },
  ],
  'stale-version': [
    async () => {
      const path = '/api/fabric/resources/call_flows/33333333-2222-4333-8444-555555555555';
      const errors = [{ code: 'invalid_parameter', message: 'document_version must be the current version plus one' }];
      return {
        documents: [
          http('PUT', path, {
            sent: { document_version: 7 },
            status: 200,
            answer: { call_flow: { document_version: 7 } },
          }),
          http('PUT', path, { sent: { document_version: 7 }, status: 422, answer: { errors } }),
        ],
      };
    },
    { exchange: 2, level: 'certain', field: 'document_version', cause: expect.stringContaining('The next one is 8') },
  ],
  'delivery-error': [
    async () => ({
      documents: [
        http(
          'GET',
          '/api/laml/2010-04-01/Accounts/33333333-2222-4333-8444-555555555555/Messages/44444444-2222-4333-8444-555555555555',
          {
            status: 200,
            answer: {
              sid: '44444444-2222-4333-8444-555555555555',
              status: 'undelivered',
              error_code: 30007,
              error_message: 'Filtered',
            },
          },
        ),
      ],
    }),
    { level: 'certain', server: ['Filtered'], cause: expect.stringContaining('error 30007') },
  ],
  'full-queue': [
    async () => ({
      documents: [
        http('PUT', '/api/relay/rest/queues/33333333-2222-4333-8444-555555555555', {
          sent: { max_size: 2 },
          status: 200,
          answer: { id: '33333333-2222-4333-8444-555555555555', max_size: 2 },
        }),
        {
          kind: 'webhook' as const,
          event: 'enqueue action',
          request: { method: 'POST', url: 'https://example.com/done', body: { text: 'QueueResult=queue-full' } },
          response: { status: 200 },
        },
      ],
    }),
    { exchange: 1, level: 'certain', cause: expect.stringContaining('queue-full'), facts: ['Its max_size is 2.'] },
  ],
  'deleted-handler': [
    async () => ({
      documents: [
        http('PUT', '/api/relay/rest/phone_numbers/33333333-2222-4333-8444-555555555555', {
          sent: { call_handler: 'ai_agent', call_ai_agent_id: '44444444-2222-4333-8444-555555555555' },
          status: 200,
          answer: { id: '33333333-2222-4333-8444-555555555555', number: '+12065550100' },
        }),
        http('DELETE', '/api/fabric/resources/ai_agents/44444444-2222-4333-8444-555555555555', { status: 204 }),
      ],
    }),
    { exchange: 2, level: 'likely', cause: expect.stringContaining('still bound to it') },
  ],
  'repeated-page': [
    async () => ({
      documents: Array.from({ length: 6 }, () =>
        http('GET', '/api/relay/rest/queues?page_number=1&page_token=PA1', {
          status: 200,
          answer: { data: [{}], links: {} },
        }),
      ),
    }),
    { exchange: 1, level: 'possible', cause: expect.stringContaining('6 times in a row') },
  ],
  'local-time-filter': [
    async () => ({
      documents: [
        http('GET', '/api/voice/logs', { status: 200, answer: { data: [{ created_at: '2026-11-26T09:14:03Z' }] } }),
        http('GET', '/api/voice/logs?created_after=2026-11-26T10:10:00', { status: 200, answer: { data: [] } }),
      ],
    }),
    { exchange: 2, level: 'possible', field: 'created_after' },
  ],
  'redirected-request': [
    async () => {
      const { documents } = await recordedCase((platform) => platform.queues.list());
      const path = '/api/relay/rest/queues';
      const location = `https://example.space.com${path}`;
      const post = http('POST', path, { sent: { name: 'night' }, status: 301, headers: { location } });
      const plain = { ...post, request: { ...post.request, url: location.replace('https:', 'http:') } };
      return { documents: [...documents, plain, http('GET', path, { status: 200, answer: { data: [] } })] };
    },
    {
      exchange: 2,
      status: 301,
      cause:
        'the request was redirected to https://example.space.com/api/relay/rest/queues: it was sent with http:// instead of https://',
      facts: expect.arrayContaining([
        'After a 301, most clients send a GET without the body, so nothing was created or changed.',
        'Exchange 3 is this GET. Its result is not that of the request.',
      ]),
      correction: { code: "await platform.queues.create({ name: 'night' })", isTried: true, notes: [] },
    },
  ],
  'bad-skill-key': [
    async () => {
      const one = http('GET', '/v1/current.json?key=[cut]&q=Paris', {
        status: 401,
        answer: { error: { code: 2006, message: 'API key is invalid.' } },
      });
      const request: CassetteEntry['request'] = {
        ...one.request,
        url: 'https://api.weatherapi.com/v1/current.json?q=Paris',
      };
      return { documents: [{ ...one, request }] };
    },
    { field: 'api_key', cause: 'api.weatherapi.com rejected the key of the skill weather_api: API key is invalid.' },
  ],
};

describe('a known trap', () => {
  it.each(traps.map(({ name }) => name))('%s is found, with its cause and a corrected call', async (name) => {
    const [build, expected] = cases[name] ?? [async () => ({ documents: [] }), {}];
    const { failures, suspicious } = await explain(await build());
    expect([...failures, ...suspicious].find(({ trap }) => trap === name)).toMatchObject(expected);
  });

  const moved = async (method: string, path: string, status: number, location?: string) => {
    const headers: Record<string, string> = location === undefined ? {} : { location };
    const sent = method === 'GET' ? {} : { sent: { name: 'night' } };
    const { failures, failed } = await explain({ documents: [http(method, path, { status, headers, ...sent })] });
    return { ...failures[0], failed };
  };
  const QUEUES = '/api/relay/rest/queues';
  const BODY_IS_LOST = expect.stringContaining('GET without the body');

  it.each([
    ['POST', `${QUEUES}/`, 302, QUEUES, 'the path ends with a slash'],
    ['POST', QUEUES, 303, `https://acme.space.com${QUEUES}`, 'the host example.space.com is not that of the space'],
    ['POST', QUEUES, 301, '/login', 'the path is not that of the API'],
  ])(
    'redirected-request finds why %s %s was redirected with %i to %s',
    async (method, path, status, location, says) => {
      const found = await moved(method, path, status, location);
      expect(found).toMatchObject({
        trap: 'redirected-request',
        cause: expect.stringMatching(`: ${says}$`),
        failed: 1,
      });
      expect(found.facts).toContainEqual(BODY_IS_LOST);
      expect(found.correction?.code).toBe("await platform.queues.create({ name: 'night' })");
    },
  );

  it('redirected-request does not say that a body is lost if clients keep it', async () => {
    for (const found of [await moved('POST', QUEUES, 308, `${QUEUES}/`), await moved('GET', QUEUES, 301)]) {
      expect(found).toMatchObject({ trap: 'redirected-request', failed: 1 });
      expect(found.facts).not.toContainEqual(BODY_IS_LOST);
    }
  });

  it('redirected-request is not found in a 304, or in a redirect of another service', async () => {
    expect(await moved('GET', QUEUES, 304)).toEqual({ failed: 0 });
    expect(await moved('GET', '/w/index.php', 302, '/wiki')).toEqual({ failed: 0 });
  });

  it('wrong-handler is found in a command without a response', async () => {
    const sent = { call_handler: 'laml_webhooks', call_request_url: 'https://example.com/voice.json' };
    const { failures, suspicious } = await explain({
      documents: [http('PUT', `/api/relay/rest/phone_numbers/${ID}`, { sent, unanswered: true })],
    });
    expect(failures).toEqual([]);
    expect(suspicious).toMatchObject([
      {
        trap: 'wrong-handler',
        cause: 'laml_webhooks runs only cXML (XML) documents, but https://example.com/voice.json is for SWML',
        isAsked: true,
      },
    ]);
  });

  it.each(['http://10.0.0.5/a', 'http://localhost:3000/a', 'http://pbx.corp.internal/a', 'http://[fd00::5]/a'])(
    'unreachable-callback is found after redaction of %s',
    async (url) => {
      const { documents } = await recordedCase((platform) =>
        platform.fabric.swml_webhooks.create({ primary_request_url: url }),
      );
      const placed = documents.map((document) => ({ place: 'entry 1', document }));
      redactDocuments(placed);
      const { suspicious } = await explain({ documents: placed.map(({ document }) => document) });
      expect(suspicious).toContainEqual(expect.objectContaining({ trap: 'unreachable-callback' }));
    },
  );

  it.each(Object.keys(cases))('%s fits in 40 columns', async (name) => {
    const sheet = new Sheet(explanationSheet(await explain(await (cases[name] as (typeof cases)[string])[0]())));
    const wide = showText(sheet, { columns: 40 })
      .split('\n')
      // An id is longer than the room beside a label, and is not broken.
      .filter((line) => line.length > 40 && !line.split(' ').some((word) => word.length > 24 && line.startsWith('  ')));
    expect(wide).toEqual([]);
  });
});
