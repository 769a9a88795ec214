import { describe, expect, it } from 'vitest';
import { operations, PhoneCallHandler, RestClient, type Row, type Tree, walkRows } from '../../src/client/index.js';
import { oracleOperations } from '../oracle/read.js';

// What the specification states, literally. The oracle was made from other sources as well; these lines were not.
const rows = new Map(walkRows(operations));
const routeOf = (name: string) => (rows.get(name) as Row).route;
const members = (path: string) =>
  Object.keys(path.split('.').reduce<Tree>((node, key) => node[key] as Tree, operations));

it('has a row for every operation, and no other', () => {
  expect([...rows.keys()].sort()).toEqual(
    oracleOperations()
      .map(({ id }) => id)
      .sort(),
  );
});

it('has the namespaces of the client, and other operations under beyond', () => {
  expect(Object.keys(operations).sort()).toEqual(
    [
      ...[
        'fabric',
        'calling',
        'phone_numbers',
        'addresses',
        'queues',
        'recordings',
        'number_groups',
        'verified_callers',
        'sip_profile',
      ],
      ...[
        'lookup',
        'short_codes',
        'imported_numbers',
        'mfa',
        'registry',
        'datasphere',
        'video',
        'logs',
        'project',
        'pubsub',
        'chat',
      ],
      ...['compat', 'beyond'],
    ].sort(),
  );
  const client = new RestClient({ project: 'p', token: 'tttt', host: 'space.example' });
  expect(Object.keys(client).sort()).toEqual(Object.keys(operations).sort());
});

describe('fabric', () => {
  it('has its 16 sub-resources', () => {
    expect(members('fabric')).toHaveLength(16);
  });

  it.each([
    ['swml_scripts', 'PUT'],
    ['relay_applications', 'PUT'],
    ['call_flows', 'PUT'],
    ['conference_rooms', 'PUT'],
    ['freeswitch_connectors', 'PUT'],
    ['subscribers', 'PUT'],
    ['sip_endpoints', 'PUT'],
    ['cxml_scripts', 'PUT'],
    ['cxml_applications', 'PUT'],
    ['swml_webhooks', 'PUT'],
    ['cxml_webhooks', 'PUT'],
    ['ai_agents', 'PATCH'],
    ['sip_gateways', 'PATCH'],
  ])('updates %s with %s', (name, method) => {
    expect(routeOf(`fabric.${name}.update`)).toBe(`${method} /api/fabric/resources/${name}/{resource_id}`);
  });

  it('uses the singular in the paths below call flows and conference rooms', () => {
    expect(routeOf('fabric.call_flows.list_addresses')).toContain('/call_flow/{resource_id}/addresses');
    expect(routeOf('fabric.call_flows.list_versions')).toContain('/call_flow/{resource_id}/versions');
    expect(routeOf('fabric.conference_rooms.list_addresses')).toContain('/conference_room/{resource_id}/addresses');
  });

  it('uses the stated path to assign a phone route', () => {
    expect(routeOf('fabric.resources.assign_phone_route')).toBe(
      'POST /api/fabric/resources/{resource_id}/phone_routes',
    );
  });

  it('has its addresses under the stated path', () => {
    expect(routeOf('fabric.addresses.list')).toBe('GET /api/fabric/addresses');
  });
});

describe('omitted operations', () => {
  it.each([
    ['addresses', ['update']],
    ['recordings', ['create', 'update']],
    ['short_codes', ['create', 'delete']],
    ['fabric.cxml_applications', ['create']],
  ])('%s has no %j', (path, missing) => {
    for (const name of missing) expect(members(path)).not.toContain(name);
  });

  it('applies to imported numbers, except create', () => {
    expect(members('imported_numbers')).toEqual(['create']);
  });
});

describe('calling', () => {
  it('sends all 37 commands to one path', () => {
    expect(members('calling')).toHaveLength(37);
    for (const name of members('calling')) expect(routeOf(`calling.${name}`)).toBe('POST /api/calling/calls');
  });

  it('requires a call id for all commands except dial and update', () => {
    const without = members('calling').filter((name) => !(rows.get(`calling.${name}`) as Row).lead.includes('call_id'));
    expect(without).toEqual(['dial', 'update']);
  });
});

describe('phone numbers', () => {
  it('have eleven handlers with their wire values', () => {
    expect(PhoneCallHandler).toEqual({
      RELAY_SCRIPT: 'relay_script',
      LAML_WEBHOOKS: 'laml_webhooks',
      LAML_APPLICATION: 'laml_application',
      AI_AGENT: 'ai_agent',
      CALL_FLOW: 'call_flow',
      RELAY_APPLICATION: 'relay_application',
      RELAY_TOPIC: 'relay_topic',
      RELAY_CONTEXT: 'relay_context',
      RELAY_CONNECTOR: 'relay_connector',
      VIDEO_ROOM: 'video_room',
      DIALOGFLOW: 'dialogflow',
    });
    const { companions, takes } = operations.phone_numbers.update;
    expect(Object.keys(companions?.call_handler ?? {}).sort()).toEqual(Object.values(PhoneCallHandler).sort());
    expect(takes.call_handler?.values).toEqual(expect.arrayContaining(Object.values(PhoneCallHandler)));
    // Only the public description has these two: docs/decisions/0027.
    const others = ['relay_sip_endpoint', 'relay_verto_endpoint'];
    expect([...(takes.call_handler?.values ?? [])].sort()).toEqual(
      [...Object.values(PhoneCallHandler), ...others].sort(),
    );
  });

  it('have seven binding helpers', () => {
    expect(members('phone_numbers').filter((name) => name.startsWith('set_'))).toHaveLength(7);
  });
});

describe('the compatible API', () => {
  const compat = [...rows].filter(([name]) => name.startsWith('compat.'));

  it('has its 12 sub-resources, scoped by the project', () => {
    expect(members('compat')).toHaveLength(12);
    for (const [name, row] of compat.filter(([name]) => !name.startsWith('compat.accounts.')))
      expect([name, row.route]).toEqual([name, expect.stringContaining('/Accounts/{account}/')]);
  });

  it('sends forms, except that the update of a token is JSON', () => {
    const bodies = compat.filter(([, row]) => /^(POST|PUT|PATCH)/.test(row.route));
    expect(
      bodies.filter(([, row]) => row.encoding !== 'form').map(([name, { route }]) => [name, route.split(' ')[0]]),
    ).toEqual([['compat.tokens.update', 'PATCH']]);
  });
});

describe('marks on operations', () => {
  it('include `spends` for operations that delete, buy, dial or send', () => {
    const careless = [...rows].filter(([, row]) => row.route.startsWith('DELETE') && !row.spends).map(([name]) => name);
    expect(careless).toEqual([]);
    for (const name of [
      'phone_numbers.purchase',
      'calling.dial',
      'compat.calls.create',
      'compat.messages.create',
      'compat.faxes.create',
      'mfa.sms',
      'beyond.messages.create',
    ]) {
      expect([name, rows.get(name)?.spends]).toEqual([name, true]);
    }
  });

  it('include `deprecated`', () => {
    const old = [...rows].filter(([name, row]) => row.deprecated && !name.startsWith('beyond.')).map(([name]) => name);
    expect(old.sort()).toEqual([
      'fabric.cxml_webhooks.create',
      'fabric.resources.assign_phone_route',
      'fabric.swml_webhooks.create',
    ]);
    expect(Object.keys(operations.phone_numbers.update.takes.call_handler?.limits?.deprecated ?? {})).toEqual([
      'relay_context',
    ]);
  });
});
