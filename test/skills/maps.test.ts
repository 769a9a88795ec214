import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Transport } from '../../src/http/index.js';
import { spokenNumbers } from '../../src/skills/builtin/maps/spoken-numbers.js';
import { MapsClient } from '../../src/skills/builtin/maps.js';
import { Agent } from '../../src/skills/index.js';
import { type Received, receiver } from '../support/loopback.js';
import { FAILURE_TEXTS, FAILURES, fromRecording, redirectTo, type Scenario } from './stand-ins.js';

const KEY = 'key-of-maps';
const ROUTE = { origin_lat: 36.1541, origin_lng: -95.9917, dest_lat: 36.1702, dest_lng: -95.9831 };
const NEAR = { bias_lat: 36.15, bias_lng: -95.99 };

async function agentOn(transport: Transport, params: Record<string, unknown> = {}) {
  const agent = new Agent({ env: {}, transport });
  await agent.add_skill('maps', { api_key: KEY, ...params });
  const logs: string[] = [];
  agent.on('log', ({ message }) => logs.push(message));
  const say = async (tool: string, args: Record<string, unknown>) => (await agent.call_tool(tool, args)).response;
  return { agent, say, logs };
}

describe('with the recordings', () => {
  const recorded = <T>(scenario: Scenario, work: (transport: Transport) => Promise<T>) =>
    fromRecording('maps', scenario, [KEY], work);

  it('finds a nearby business, a nearby address, an address anywhere, and a route', async () => {
    await recorded('success', async (transport) => {
      const { say } = await agentOn(transport);
      expect(await say('lookup_address', { address: 'Coffee Barn', ...NEAR })).toBe(
        'Address: Coffee Barn Downtown, 12 E 2nd St, Tulsa, OK 74103, USA\nCoordinates: 36.1541, -95.9917',
      );
      const osage = 'Address: 714 E Osage St, Tulsa, OK 74106, USA\nCoordinates: 36.1702, -95.9831';
      expect(await say('lookup_address', { address: 'seven one four East Osage', ...NEAR })).toBe(osage);
      expect(await say('lookup_address', { address: '714 East Osage' })).toBe(osage);
      expect(await say('compute_route', ROUTE)).toBe('Distance: 2.5 miles\nDriving time: 8 minutes');
    });
  });

  it('returns the specified fields from the client', async () => {
    await recorded('success', async (transport) => {
      const client = new MapsClient({ api_key: KEY, transport });
      expect(await client.validate_address('Coffee Barn', 36.15, -95.99)).toEqual({
        address: 'Coffee Barn Downtown, 12 E 2nd St, Tulsa, OK 74103, USA',
        lat: 36.1541,
        lng: -95.9917,
      });
      expect(await client.validate_address('714 East Osage', 36.15, -95.99)).toEqual({
        address: '714 E Osage St, Tulsa, OK 74106, USA',
        lat: 36.1702,
        lng: -95.9831,
      });
      expect(await client.validate_address('714 East Osage', null, null)).toMatchObject({ lat: 36.1702 });
      expect(await client.compute_route(36.1541, -95.9917, 36.1702, -95.9831)).toEqual({
        distance_meters: 4023,
        duration_seconds: 513,
      });
    });
  });

  it('returns a message if nothing is found', async () => {
    await recorded('empty', async (transport) => {
      const { say, logs } = await agentOn(transport);
      expect(await say('lookup_address', { address: '714 East Osage' })).toMatch(/^No address was found/);
      expect(await say('compute_route', ROUTE)).toMatch(/^There is no driving route/);
      expect(logs).toEqual([]);
    });
    await recorded('empty', async (transport) => {
      const client = new MapsClient({ api_key: KEY, transport });
      expect(await client.validate_address('714 East Osage')).toBeNull();
      expect(await client.compute_route(36.1541, -95.9917, 36.1702, -95.9831)).toBeNull();
    });
  });

  it.each(FAILURES)('describes the failure after %s, and logs the details', async (scenario) => {
    await recorded(scenario, async (transport) => {
      const { say, logs } = await agentOn(transport);
      for (const [tool, args] of [
        ['lookup_address', { address: '714 East Osage' }] as const,
        ['compute_route', ROUTE] as const,
      ])
        expect(await say(tool, args)).toMatch(new RegExp(`^The map service .*${FAILURE_TEXTS[scenario]}`));
      expect(logs).toHaveLength(2);
    });
  });
});

let answers: Record<string, unknown> = {};
let server: Awaited<ReturnType<typeof receiver>>;
let transport: Transport;
const answer = ({ target }: Received) => {
  const found = Object.entries(answers).find(([part]) => target.includes(part))?.[1] ?? { status: 'ZERO_RESULTS' };
  return typeof found === 'number' ? { status: found } : { body: JSON.stringify(found) };
};
/** Starts a server for each test of a group. */
function withServer() {
  beforeEach(async () => {
    answers = {};
    server = await receiver(answer);
    transport = redirectTo({
      'https://maps.googleapis.com': server.url,
      'https://routes.googleapis.com': server.url,
    });
  });
  afterEach(async () => {
    await transport.close?.();
    await server.close();
  });
}

describe('on the wire', () => {
  withServer();

  const asked = () =>
    server.received.map(({ target }) => {
      const { pathname, searchParams } = new URL(target, server.url);
      return [pathname.split('/').at(-2), Object.fromEntries(searchParams)] as const;
    });

  it('searches near the bias first, then autocompletes without strict bounds', async () => {
    const { say } = await agentOn(transport);
    await say('lookup_address', { address: 'twelve thirty four Main', ...NEAR });
    const location = '36.15,-95.99';
    expect(asked()).toEqual([
      ['nearbysearch', { keyword: '1234 Main', location, rankby: 'distance', key: KEY }],
      ['autocomplete', { input: '1234 Main', location, radius: '50000', key: KEY }],
    ]);
  });

  it('accepts zero as a coordinate, and uses plain autocomplete without a bias', async () => {
    const { say } = await agentOn(transport);
    await say('lookup_address', { address: 'Null Island', bias_lat: 0, bias_lng: 0 });
    await say('lookup_address', { address: 'Null Island' });
    expect(asked().map(([operation, query]) => [operation, query.location])).toEqual([
      ['nearbysearch', '0,0'],
      ['autocomplete', '0,0'],
      ['autocomplete', undefined],
    ]);
  });

  it('rejects half a bias, an empty address and invalid coordinates without a request', async () => {
    const { say } = await agentOn(transport);
    expect(await say('lookup_address', { address: 'Main', bias_lat: 36 })).toContain('needs both');
    expect(await say('lookup_address', { address: ' ' })).toContain('Ask for the address');
    await expect(say('compute_route', { ...ROUTE, dest_lat: 91 })).rejects.toThrow('dest_lat must be at most 90');
    const reasons: string[] = [];
    const client = new MapsClient({ api_key: KEY, transport, log: (reason) => reasons.push(reason) });
    expect(await client.validate_address('Main', 36)).toBeNull();
    expect(await client.validate_address('Main', null, 1)).toBeNull();
    expect(reasons).toEqual(Array(2).fill('a bias requires both bias_lat and bias_lng'));
    await expect(client.validate_address('Main', Number.NaN, 1)).rejects.toThrow('bias_lat must be a number');
    await expect(client.compute_route(0, 0, 0, '7' as never)).rejects.toThrow('dest_lng must be a number');
    await expect(client.compute_route(0, 0, 0, 181)).rejects.toThrow('dest_lng must be a number from -180 to 180');
    expect(server.received).toEqual([]);
  });

  it('uses the search result if the details fail, and converts spoken numbers in names', async () => {
    answers = {
      nearbysearch: {
        status: 'OK',
        results: [
          { name: 'Nameless', geometry: {} },
          { name: 'Five Guys', vicinity: '5 Oak', place_id: 'p', geometry: { location: { lat: 1, lng: 2 } } },
        ],
      },
      details: 500,
    };
    const { say } = await agentOn(transport);
    expect(await say('lookup_address', { address: 'five guys', ...NEAR })).toBe(
      'Address: Five Guys, 5 Oak\nCoordinates: 1, 2',
    );
  });

  it('accepts a route with a distance of zero', async () => {
    answers = { computeRoutes: { routes: [{ duration: '59s' }] } };
    const { say } = await agentOn(transport);
    expect(await say('compute_route', ROUTE)).toBe('Distance: 0.0 miles\nDriving time: 0 minutes');
    const [{ method, headers, body }] = server.received as [Received];
    expect([method, headers['x-goog-api-key'], headers['x-goog-fieldmask'], JSON.parse(body)]).toEqual([
      'POST',
      KEY,
      'routes.distanceMeters,routes.duration',
      {
        origin: { location: { latLng: { latitude: 36.1541, longitude: -95.9917 } } },
        destination: { location: { latLng: { latitude: 36.1702, longitude: -95.9831 } } },
        travelMode: 'DRIVE',
        routingPreference: 'TRAFFIC_AWARE',
      },
    ]);
  });
});

describe('the results and the errors on the wire', () => {
  withServer();

  it.each([
    ['autocomplete', [5]],
    ['autocomplete', { status: 'OK', predictions: 'many' }],
    ['details', { status: 'OK', result: { formatted_address: 'x', geometry: { location: { lat: '1', lng: 2 } } } }],
    ['details', { status: 'OK' }],
    ['computeRoutes', 'text'],
    ['computeRoutes', { routes: [{}] }],
    ['computeRoutes', { routes: [{ duration: '-5s', distanceMeters: 1 }] }],
  ])('reports a malformed response of %s', async (operation, body) => {
    answers = { autocomplete: { status: 'OK', predictions: [{ place_id: 'p' }] }, [operation]: body };
    const { say } = await agentOn(transport);
    const isRoute = operation === 'computeRoutes';
    const said = await say(isRoute ? 'compute_route' : 'lookup_address', isRoute ? ROUTE : { address: 'Main' });
    expect(said).toMatch(/returned an invalid response/);
  });

  it('passes only plain text of the service to the model', async () => {
    const location = { lat: 1, lng: 2 };
    answers = {
      autocomplete: { status: 'OK', predictions: [{ place_id: 'p' }] },
      details: {
        status: 'OK',
        result: { formatted_address: `1\u001b[2J Main\n\u202eSt ${'x'.repeat(9999)}`, geometry: { location } },
      },
    };
    const { say } = await agentOn(transport);
    const said = String(await say('lookup_address', { address: 'Main' }));
    expect(said).toMatch(/^Address: 1\[2J Main St x+…\nCoordinates: 1, 2$/);
    expect(said.length).toBeLessThan(350);
  });

  it('redacts the key in logs, errors and events', async () => {
    answers = { autocomplete: { status: 'REQUEST_DENIED', error_message: `no ${KEY}` } };
    const { agent, say, logs } = await agentOn(transport);
    const urls: string[] = [];
    agent.on('http', ({ url }) => urls.push(url));
    await say('lookup_address', { address: 'Main' });
    expect(logs).toEqual(['maps: autocomplete: 200 REQUEST_DENIED no [cut]']);
    expect(urls).toEqual([expect.stringContaining('key=[cut]')]);
    const client = new MapsClient({ api_key: KEY, transport });
    await expect(client.findAddress({ input_text: 'Main' })).rejects.toMatchObject({
      kind: 'auth',
      message: 'autocomplete: 200 REQUEST_DENIED no [cut]',
    });
  });

  it.each([
    ['a denied request', { status: 'REQUEST_DENIED', error_message: 'no' }, '200 REQUEST_DENIED no'],
    ['an exceeded quota', { status: 'OVER_QUERY_LIMIT' }, '200 OVER_QUERY_LIMIT'],
    ['an HTTP error', 503, '503'],
    ['a malformed response', 'text', '200'],
  ])('returns null from the client after %s, and logs why', async (_, body, reason) => {
    answers = { autocomplete: body, computeRoutes: typeof body === 'number' ? body : 403 };
    const reasons: string[] = [];
    const client = new MapsClient({ api_key: KEY, transport, log: (message) => reasons.push(message) });
    expect(await client.validate_address('Main')).toBeNull();
    expect(await client.compute_route(1, 2, 3, 4)).toBeNull();
    expect(reasons).toEqual([expect.stringContaining(reason), expect.stringMatching(/^routes/)]);
  });

  it('stops when the caller aborts', async () => {
    const gone = new AbortController();
    answers = {
      get autocomplete() {
        gone.abort(new Error('hung up'));
        return {};
      },
    };
    const { agent } = await agentOn(transport);
    const call = agent.call_tool('lookup_address', { address: 'Main' }, {}, { signal: gone.signal });
    await expect(call).rejects.toThrow('hung up');
  });

  it('uses the configured tool names', async () => {
    const { agent } = await agentOn(transport, { lookup_tool_name: 'find', route_tool_name: 'drive' });
    expect(agent.tools.map(({ name }) => name)).toEqual(['find', 'drive']);
    expect(JSON.stringify(agent.prompt_sections)).toContain('call drive with');
  });
});

describe('spoken numbers', () => {
  it.each([
    ['seven one four East Osage', '714 East Osage'],
    ['twelve thirty four Main', '1234 Main'],
    ['five hundred twenty Main', '520 Main'],
    ['seven hundred and fourteen, Main', '714, Main'],
    ['Seven, one, four, Main.', '714, Main.'],
    ['twelve thousand five hundred Elm', '12500 Elm'],
    ['seven o four Elm', '704 Elm'],
    ['nine oh two one oh', '90210'],
    ['twenty-three Oak', '23 Oak'],
    ['five forty second street', '5 42nd street'],
    ['Forty-Second street', '42nd street'],
    ['first street', 'first street'],
    ['100 200 Main', '100 200 Main'],
    ['12 3rd street', '12 3rd street'],
    ["o'hare, columbus oh", "o'hare, columbus oh"],
    ['o', 'o'],
    ['thousand oaks', 'thousand oaks'],
    ['five hundred and Main', '500 and Main'],
    ['one-way street', 'one-way street'],
    ['constructor toString', 'constructor toString'],
    ['', ''],
  ])('%j is %j', (spoken, written) => {
    expect(spokenNumbers(spoken)).toBe(written);
  });
});
