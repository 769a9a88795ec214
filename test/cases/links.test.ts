import { describe, expect, it } from 'vitest';
import { links } from '../../src/cases/index.js';
import { type Random, seeded } from '../support/random.js';

const HOST = 'https://acme.example.com';
const RELAY = `${HOST}/api/relay/rest`;
const http = (method: string, url: string, sent: unknown, json: unknown) => ({
  kind: 'http' as const,
  request: { method, url, ...(sent !== undefined && { body: { json: sent } }) },
  response: { status: 200, body: { json } },
});
type Entry = ReturnType<typeof http>;

const uuid = (random: Random) => [8, 4, 4, 4, 12].map((length) => random.text(length, '0123456789abcdef')).join('-');

/** Values that responses return and later requests have by coincidence. */
const DECOYS: Readonly<Record<string, readonly string[]>> = {
  name: ['Support 2025', 'night-shift-7'],
  subject: ['Invoice 20250602'],
  friendly_name: ['queue-number-12'],
  created_at: ['2025-06-02T09:00:00Z'],
  opens_at: ['09:00:00', '2025-06-02'],
  expires: ['1748854800', '1748854800000'],
  priority_id: ['7', '12'],
  max_size: ['50', '100'],
  call_handler: ['laml_webhooks', 'relay_script'],
  encryption: ['required'],
  ciphers: ['AEAD_AES_256_GCM_8', 'AES_CM_128_HMAC_SHA1_80'],
  codec: ['G722', 'OPUS@48000h'],
};

/** A case with its true links, as `value → the entries that use it`. */
function generated(random: Random) {
  const entries: Entry[] = [];
  const truth: string[] = [];
  const project = uuid(random);
  const noise = () => Object.fromEntries(Object.entries(DECOYS).map(([name, values]) => [name, random.pick(values)]));
  const add = (entry: Entry) => entries.push(entry) - 1;
  const use = (value: string) => truth.push(`${value} in ${entries.length - 1}`);
  const steps = [
    () => {
      const id = uuid(random);
      add(
        http('POST', `${RELAY}/queues`, noise(), {
          id,
          project_id: project,
          uri: `/api/relay/rest/queues/${id}`,
          ...noise(),
        }),
      );
      add(http('PUT', `${RELAY}/queues/${id}`, noise(), { id, project_id: project, ...noise() }));
      use(id);
    },
    () => {
      const id = String(random.below(20));
      add(http('POST', `${RELAY}/addresses`, noise(), { id, ...noise() }));
      // The id of another kind of resource is a coincidence.
      add(http('GET', `${RELAY}/phone_numbers/${id}`, undefined, { ...noise(), id: uuid(random) }));
    },
    () => {
      const number = `+1206555${random.text(4, '0123456789')}`;
      add(
        http('GET', `${RELAY}/phone_numbers/search?areacode=206`, undefined, {
          data: [{ e164: number, region: 'WA' }],
        }),
      );
      const id = uuid(random);
      add(http('POST', `${RELAY}/phone_numbers`, { number }, { id, ...noise() }));
      use(number);
      const resource = uuid(random);
      add(
        http('GET', `${HOST}/api/fabric/resources`, undefined, {
          data: [{ id: resource, project_id: project, ...noise() }],
        }),
      );
      add(
        http(
          'POST',
          `${HOST}/api/fabric/resources/${resource}/phone_routes`,
          { phone_route_id: id, handler: 'calling' },
          noise(),
        ),
      );
      use(resource);
      use(id);
    },
    () => {
      const token = `PA${random.text(8, '0123456789abcdefghij')}`;
      const next = `/api/relay/rest/recordings?page_number=1&page_size=50&page_token=${token}`;
      add(http('GET', `${RELAY}/recordings?page_size=50`, undefined, { data: [], links: { next } }));
      add(http('GET', HOST + next, undefined, { data: [], links: {} }));
      use(token);
    },
    () => {
      const id = uuid(random);
      add(
        http(
          'POST',
          `${HOST}/api/calling/calls`,
          { command: 'dial', params: noise() },
          { id, project_id: project, ...noise() },
        ),
      );
      add(
        http(
          'POST',
          `${HOST}/api/calling/calls`,
          { id, command: 'calling.end', params: { ...noise(), project_id: project } },
          { id },
        ),
      );
      use(id);
    },
    () =>
      add(
        http('GET', `${HOST}/api/laml/2010-04-01/Accounts/${project}/Queues`, undefined, {
          queues: [{ account_sid: project, ...noise() }],
        }),
      ),
  ];
  for (let i = 0; i < 12; i++) random.pick(steps)();
  return { entries, truth };
}

describe('links between requests', () => {
  it('finds all true links and no false ones in 300 generated cases with decoys', () => {
    const random = seeded(21);
    const wrong = { missing: new Set<string>(), invented: new Set<string>() };
    let all = 0;
    for (let i = 0; i < 300; i++) {
      const { entries, truth } = generated(random);
      const found = links(entries).flatMap(({ value, uses }) => uses.map(({ entry }) => `${value} in ${entry}`));
      all += truth.length;
      for (const one of truth) if (!found.includes(one)) wrong.missing.add(one);
      for (const one of found) if (!truth.includes(one)) wrong.invented.add(one);
    }
    expect(all).toBeGreaterThan(2000);
    expect(wrong).toEqual({ missing: new Set(), invented: new Set() });
  });

  it('links a short id to a request for the same kind of resource', () => {
    const entries = [
      http('POST', `${RELAY}/queues`, {}, { id: '7' }),
      http('GET', `${RELAY}/queues/7/members`, undefined, { data: [] }),
      http('GET', `${RELAY}/addresses/7`, undefined, { id: '7' }),
    ];
    expect(links(entries)).toMatchObject([{ value: '7', uses: [{ entry: 1, at: 'path' }] }]);
  });
});
