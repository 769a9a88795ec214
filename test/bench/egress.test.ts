import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EnvHttpProxyAgent, setGlobalDispatcher } from 'undici';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Bench, createBench, type Mode } from '../../src/bench/index.js';
import { writeAskingSkill } from '../support/asking-skill.js';
import { receiver } from '../support/loopback.js';
import { outside } from '../support/outside.js';

// Each mode with each kind of request. A proxy counts the connections to other machines.
const folder = mkdtempSync(join(tmpdir(), 'egress-'));
writeAskingSkill(folder);
let internet: Awaited<ReturnType<typeof outside>>;
let bench: Bench;

beforeAll(async () => {
  internet = await outside();
  const { url } = internet;
  setGlobalDispatcher(new EnvHttpProxyAgent({ httpProxy: url, httpsProxy: url, noProxy: '127.0.0.1' }));
});
afterAll(async () => {
  await internet.close();
  rmSync(folder, { recursive: true });
});
beforeEach(() => {
  vi.stubEnv('HTTPS_PROXY', internet.url);
  vi.stubEnv('PLATFORM_PROJECT_ID', 'project');
  vi.stubEnv('PLATFORM_API_TOKEN', 'PTtokentoken');
  vi.stubEnv('PLATFORM_SPACE', 'space.example');
  bench = createBench();
  internet.wanted();
});
afterEach(async () => {
  await bench.close();
  vi.unstubAllEnvs();
});

async function value(source: string): Promise<unknown> {
  const outcome = await bench.run(source);
  if (!outcome.ok) throw outcome.error;
  return outcome.value;
}
const notices = () => bench.log.events.flatMap((event) => (event.kind === 'notice' ? [event.text] : []));
const exchanges = () =>
  bench.log.events.flatMap((event) =>
    event.kind === 'http' ? [`${event.exchange.url} ${event.exchange.status ?? event.exchange.fault}`] : [],
  );

const numbers = '(await platform.with({ retries: 0 }).phone_numbers.list()).data.length';
const skill = (params: object = {}) =>
  `registry.add_skill_directory(${JSON.stringify(folder)}); await agent.add_skill('asking', ${JSON.stringify(params)});`;
const asked = (q: string) => `(await agent.call_tool('ask', { q: ${JSON.stringify(q)} })).response`;
const fetched = (url: string) =>
  `await fetch('${url}').then(({ status }) => status, (error) => String(error.cause ?? error))`;
/** A public address that needs no look-up. */
const SERVICE = 'https://93.184.216.34/answers';

const header = (origin: string) =>
  `---\nkind: cassette\nversion: 1\norigin: ${origin}\ntool: a test\nredaction: none\n`;
const recorded = (url: string, text: string) =>
  `---\nkind: http\nrequest:\n  method: GET\n  url: ${url}\nresponse:\n  status: 200\n  body:\n    text: ${text}\n`;
function recording(name: string, origin: string, ...entries: string[]): Extract<Mode, { kind: 'replay' }> {
  const file = join(folder, name);
  writeFileSync(file, header(origin) + entries.join(''));
  return { kind: 'replay', file };
}
const queues = `---\nkind: http\nop: queues.list\nrequest:\n  method: GET\n  url: https://space.example/api/relay/rest/queues\nresponse:\n  status: 200\n  body:\n    json:\n      data: []\n`;

const search = (skill: string) => `
  const { id } = (await platform.datasphere.documents.list()).data.find(({ filename }) => filename === 'returns.txt');
  await agent.add_skill('${skill}', { document_id: id });
  (await agent.call_tool('search_knowledge', { query: 'How long do refunds take?' })).response;
`;

describe('sandbox mode', () => {
  it.each(['knowledge_search', 'knowledge_search_serverless'])(
    'the platform that %s asks is the sandbox',
    async (skill) => {
      expect(await value(search(skill))).toContain('Returns and refunds');
      expect(exchanges().map((one) => one.replace(/.*\/api/, ''))).toEqual([
        '/datasphere/documents 200',
        '/datasphere/documents/search 200',
      ]);
      expect(internet.wanted()).toEqual([]);
    },
  );

  it('sends platform requests to the sandbox', async () => {
    expect(await value(numbers)).toBe(6);
    expect(internet.wanted()).toEqual([]);
  });

  it('answers services from the recordings of the package, with a placeholder key', async () => {
    expect(await value(skill() + asked('new york'))).toContain('Partly cloudy');
    expect(notices()).toEqual(['asking: using a placeholder for api_key']);
    expect(exchanges()).toEqual(['https://api.weatherapi.com/v1/current.json?key=[cut]&q=new+york&aqi=no 200']);
    expect(internet.wanted()).toEqual([]);
  });

  it('accepts any key for services, from the environment or a parameter', async () => {
    vi.stubEnv('ASKING_KEY', 'of the environment');
    expect(await value(skill() + asked('oslo'))).toContain('Light snow');
    expect(
      await value(`await agent.remove_skill('asking'); ${skill({ api_key: 'given' })} ${asked('oslo')}`),
    ).toContain('Light snow');
    expect(notices()).toEqual([]);
  });

  it('reports a placeholder key once', async () => {
    await value(`${skill()} await agent.remove_skill('asking'); ${skill()}`);
    expect(notices()).toHaveLength(1);
  });

  it('an unrecorded request is an error that lists the recorded ones and --live', async () => {
    await expect(value(skill() + asked('paris'))).rejects.toThrow(
      /^ask failed: GET https:\/\/api\.weatherapi\.com\/v1\/current\.json\?key=\[cut\]&q=paris&aqi=no is not recorded. .*q=new%20york.*--live/,
    );
    await expect(value(`await agent.remove_skill('asking'); ${skill({ url: SERVICE })} ${asked('x')}`)).rejects.toThrow(
      'is not recorded. Recorded services:',
    );
    expect(internet.wanted()).toEqual([]);
  });

  it('a skill cannot hide an unrecorded request behind an apology', async () => {
    expect(await value(skill({ forgiving: true }) + asked('paris'))).toBe('Sorry.');
    expect(notices().at(-1)).toMatch(/q=paris&aqi=no is not recorded/);
  });

  it('sends requests to a service on this machine that the user configured', async () => {
    const near = await receiver(({ headers }) => ({ body: `${headers['x-key']}` }));
    expect(await value(skill({ url: near.url, api_key: 'mine' }) + asked('x'))).toBe('mine');
    expect(near.received).toHaveLength(1);
    await near.close();
  });

  it('fetch can connect only to this machine', async () => {
    expect(await value(fetched('https://elsewhere.example/'))).toContain(
      'Without --live, no request leaves this machine',
    );
    expect(internet.wanted()).toEqual([]);
  });

  it('a client of the user cannot connect to other machines either', async () => {
    const client = "new RestClient({ project: 'p', token: 'tttt', host: 'other.example', retries: 0 })";
    expect(await value(`await ${client}.queues.list().catch((error) => error.code)`)).toBe('not_allowed');
    expect(internet.wanted()).toEqual([]);
  });
});

describe('replay mode', () => {
  const answers = recorded(`${SERVICE}?key=[cut]&q=x&aqi=no`, 'taped');

  it('answers platform requests from the recording of a space, and fails for others', async () => {
    await bench.use(recording('space.yaml', 'live', answers, queues));
    expect(await value('(await platform.queues.list()).data')).toEqual([]);
    await expect(value(numbers)).rejects.toMatchObject({ code: 'miss' });
    expect(internet.wanted()).toEqual([]);
  });

  it('answers services from the recording first, then from those of the package', async () => {
    await bench.use(recording('both.yaml', 'live', queues, answers));
    expect(await value(skill({ url: SERVICE }) + asked('x'))).toBe('taped');
    await expect(value(asked('y'))).rejects.toThrow('is not recorded. Recorded for this service:');
    expect(await value(`await agent.remove_skill('asking'); ${skill()} ${asked('oslo')}`)).toContain('Light snow');
    expect(internet.wanted()).toEqual([]);
  });

  it('answers only from the recording when it is strict', async () => {
    await bench.use({ ...recording('strict.yaml', 'live', queues, answers), strict: true });
    expect(await value(skill({ url: SERVICE }) + asked('x'))).toBe('taped');
    await expect(value(`await agent.remove_skill('asking'); ${skill()} ${asked('oslo')}`)).rejects.toThrow(
      'is not recorded',
    );
  });

  it('keeps the sandbox as platform for a recording of a service', async () => {
    await bench.use(recording('described.yaml', 'documented', answers));
    expect(bench.whereRequestsGo).toMatch(/^sandbox, and egress-\w+\/described\.yaml for services$/);
    expect(await value(numbers)).toBe(6);
    expect(await value(`${skill({ url: SERVICE })} [${asked('x')}, ${asked('x')}].join()`)).toBe('taped,taped');
  });

  it('answers services from the package for a recording of the sandbox, strict or not', async () => {
    const file = join(folder, 'lesson.yaml');
    await bench.record({ file, still: true });
    const lesson = `${skill()} [${numbers}, ${asked('oslo')}].join()`;
    const shown = await value(lesson);
    await bench.close();
    expect(readFileSync(file, 'utf8')).not.toContain('weatherapi');
    for (const strict of [true, false]) {
      bench = createBench();
      await bench.use({ kind: 'replay', file, strict });
      expect(await value(lesson)).toBe(shown);
      await bench.close();
    }
    expect(internet.wanted()).toEqual([]);
  });

  it('fetch gets recorded responses of the platform, and can connect only to this machine', async () => {
    await bench.use(recording('user.yaml', 'live', queues));
    const near = await receiver();
    expect(await value(fetched('https://space.example/api/relay/rest/queues'))).toBe(200);
    expect(await value(fetched(SERVICE))).toMatch(/[Ww]ithout --live/);
    expect(await value(fetched(`${near.url}/`))).toBe(200);
    expect(internet.wanted()).toEqual([]);
    await near.close();
  });
});

describe('live mode', () => {
  it('sends platform requests to the space', async () => {
    await bench.use({ kind: 'live' });
    await expect(value(numbers)).rejects.toMatchObject({ status: 0 });
    expect(internet.wanted()).toEqual(['space.example:443']);
  });

  it('a client of the user follows the mode', async () => {
    await bench.use({ kind: 'live' });
    await value('await new RestClient({ retries: 0 }).queues.list().catch(() => {})');
    expect(internet.wanted()).toEqual(['space.example:443']);
  });

  it('sends requests to real services, which require a key', async () => {
    await bench.use({ kind: 'live' });
    await expect(value(skill())).rejects.toThrow('api_key is required (or set ASKING_KEY)');
    await expect(value(skill({ url: SERVICE, api_key: 'mine' }) + asked('x'))).rejects.toThrow('ask failed');
    expect(internet.wanted()).toEqual(['93.184.216.34:443']);
  });

  it('fetch can connect to any host', async () => {
    await bench.use({ kind: 'live' });
    expect(await value(fetched('https://elsewhere.example/'))).not.toContain('Without --live');
    expect(internet.wanted()).toEqual(['elsewhere.example:443']);
  });

  it('can be changed back to sandbox mode', async () => {
    await bench.use({ kind: 'live' });
    await bench.use({ kind: 'sandbox' });
    expect(await value(skill() + asked('oslo'))).toContain('Light snow');
    expect(await value(numbers)).toBe(6);
    expect(internet.wanted()).toEqual([]);
  });

  it('records services without their keys, and replays with another key', async () => {
    const near = await receiver(({ target, headers }) => ({ body: JSON.stringify({ target, key: headers['x-key'] }) }));
    const space = await receiver(() => ({ body: '{"data":[]}' }));
    vi.stubEnv('PLATFORM_SPACE', space.url);
    const file = join(folder, 'live.yaml');
    await bench.use({ kind: 'live' });
    await bench.record({ file, still: true });
    const story = (api_key: string) => `${skill({ url: near.url, api_key })} [${numbers}, ${asked('x')}].join()`;
    expect(await value(story('sk-live-123456'))).toContain('sk-live-123456');
    await bench.close();
    await Promise.all([near.close(), space.close()]);
    expect(readFileSync(file, 'utf8')).not.toContain('sk-live-123456');

    bench = createBench();
    await bench.use({ kind: 'replay', file, strict: true });
    expect(await value(story('sk-other-98765'))).toBe(`0,{"target":"/?key=[cut]&q=x&aqi=no","key":"[cut]"}`);
    expect([near.received.length, space.received.length]).toEqual([1, 1]);
  });
});
