import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { doctor } from '../../src/cli/commands/doctor.js';
import { runCommand } from '../../src/cli/commands/index.js';
import { serveSkills } from '../../src/cli/skills/serve.js';
import { setEgress } from '../../src/http/index.js';
import { writeAskingSkill } from '../support/asking-skill.js';
import { receiver } from '../support/loopback.js';
import { outside } from '../support/outside.js';

const folder = mkdtempSync(join(tmpdir(), 'cli-skills-'));
afterAll(() => rmSync(folder, { recursive: true }));
mkdirSync(join(folder, 'weather'));
writeFileSync(
  join(folder, 'weather', 'skill.ts'),
  `import { createSimpleApiTool, SkillBase, type ParameterSchema } from 'patchbay/skills';
export class Weather extends SkillBase {
  static override SKILL_NAME = 'weather';
  static override SKILL_DESCRIPTION = 'Reports the\\u001b[31m weather.';
  static override PARAMETERS: ParameterSchema = {
    api_key: { type: 'string', description: 'A key.', required: true, hidden: true },
    days: { type: 'integer', description: 'How far.', default: 1, min: 1, max: 3 },
  };
  setup() { return true; }
  register_tools(): void {
    this.define_data_map(createSimpleApiTool('weather', {
      url: 'https://weather.example/' + this.params.api_key, response_template: 'Dry.',
      parameters: { city: { type: 'string', description: 'Where.', required: true } },
    }));
  }
}`,
);
mkdirSync(join(folder, 'broken'));
writeFileSync(join(folder, 'broken', 'skill.js'), 'throw new Error("no luck")');
afterEach(() => {
  vi.restoreAllMocks();
  setEgress('open');
});

writeAskingSkill(folder);

async function patchbay(...args: string[]) {
  const written = { out: '', err: '' };
  const into = (key: 'out' | 'err') => (text: unknown) => {
    written[key] += text;
    return true;
  };
  vi.spyOn(process.stdout, 'write').mockImplementation(into('out'));
  vi.spyOn(process.stderr, 'write').mockImplementation(into('err'));
  const code = await runCommand('skills', args);
  return { code, ...written };
}

it('lists skills, and the unusable ones with the reason', async () => {
  const { code, out } = await patchbay('list', '--skills', folder);
  expect(code).toBe(0);
  expect(out.split('\n')).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^datetime +1\.0\.0 {2}built-in {5}Reports the current time/),
      expect.stringMatching(/^weather +1\.0\.0 {2}external/),
      expect.stringMatching(/^not usable: broken \(external\): .*no luck/),
    ]),
  );
  expect(out).not.toContain('\u001b');
});

it('shows parameters and tools of a skill, with a placeholder for its key', async () => {
  const { out } = await patchbay('show', 'weather', '--skills', folder);
  expect(out).toMatch(/^ {2}api_key +string, required, secret\. A key\.$/m);
  expect(out).toMatch(/^ {2}days +integer, from 1, up to 3, default 1\. How far\.$/m);
  expect(out).toMatch(/^ {4}city +string\. Where\.$/m);
});

it('shows the environment variables that a skill reads, and the keys that it needs', async () => {
  const { out: all } = await patchbay('list', '--skills', folder);
  expect(all).toMatch(/^weather_api .* Needs WEATHER_API_KEY\.$/m);
  expect(all).toMatch(/^asking .* Needs ASKING_KEY\.$/m);
  expect(all).toMatch(/^datetime [^N]*$/m);
  const { out } = await patchbay('show', 'web_search');
  expect(out).toContain('It reads GOOGLE_SEARCH_API_KEY, GOOGLE_SEARCH_ENGINE_ID from the environment.');
  expect(out).toContain('It needs a key: GOOGLE_SEARCH_API_KEY, GOOGLE_SEARCH_ENGINE_ID, or the parameter.');
  const { out: json } = await patchbay('list', '--json');
  expect(JSON.parse(json).maps).toMatchObject({ env_vars: ['GOOGLE_MAPS_API_KEY'], keys: ['GOOGLE_MAPS_API_KEY'] });
});

describe('on a screen of 40 columns', () => {
  const { columns } = process.stdout;
  beforeEach(() => {
    process.stdout.columns = 40;
  });
  afterEach(() => {
    process.stdout.columns = columns;
    vi.unstubAllEnvs();
  });
  const widest = (text: string) => Math.max(...text.split('\n').map(({ length }) => length));

  it('lists skills with the keys that they need', async () => {
    const { out } = await patchbay('list');
    expect(widest(out)).toBeLessThan(40);
    expect(out.replace(/\s+/g, ' ')).toContain(
      'weather_api Reports the current weather of any place. Needs WEATHER_API_KEY. (1.0.0, built-in)',
    );
  });

  it('shows the tools of given parameters', async () => {
    const params = { tool_name: 'transfer', transfers: { '/sales/i': { address: '+15005550107' } } };
    for (const words of [['datetime'], ['swml_transfer', '--params', JSON.stringify(params)]]) {
      const { code, out } = await patchbay('show', ...words);
      expect(code).toBe(0);
      // Code to copy stays on its line.
      const text = out.slice(0, out.indexOf('\nExample'));
      expect(widest(text), text).toBeLessThan(40);
    }
  });

  it('reports in doctor which variables skills read, and which skills cannot be used', async () => {
    vi.stubEnv('PATCHBAY_TYPES', 'off');
    for (const name of ['PATCHBAY_STATE_DIR', 'PATCHBAY_CONFIG_DIR']) vi.stubEnv(name, join(folder, 'own'));
    vi.stubEnv('PLATFORM_SKILL_PATHS', folder);
    vi.stubEnv('WEATHER_API_KEY', 'a-key');
    for (const name of ['API_NINJAS_KEY', 'DATABASE_URL', 'ASKING_KEY']) vi.stubEnv(name, '');
    const written: string[] = [];
    vi.spyOn(process.stdout, 'write').mockImplementation((text) => written.push(String(text)) > 0);
    expect(await doctor.run([])).toBe(0);
    const screen = written.join('');
    const text = screen.replace(/\n +/g, ' ');
    expect(text).toContain('\n✓ WEATHER_API_KEY is set, for weather_api\n');
    expect(text).toContain('\n– API_NINJAS_KEY is not set; required with --live by trivia, joke\n');
    expect(text).toContain('\n– DATABASE_URL is not set; optional for native_vector_search\n');
    expect(text).toContain('\n– ASKING_KEY is not set; required with --live by asking\n');
    expect(text).toMatch(/\n– the skill broken \(external\) cannot be used: .*no luck\n/);
    expect(screen).not.toContain('a-key');
    // A path or a long word has a line of its own.
    expect(
      screen
        .split('\n')
        .filter((line) => line.length > 40 && line.trim().includes(' '))
        .map((line) => line.trim()),
    ).toEqual([]);
  });
});

it('calls a tool and prints its result', async () => {
  const { code, out, err } = await patchbay('run', 'datetime', 'get_current_date', '{"timezone":"Asia/Tokyo"}');
  expect([code, err]).toEqual([0, '']);
  expect(out).toMatch(/^The date in Asia\/Tokyo is .*\.\n$/);
});

it('sends nothing to other machines, and logs that and the placeholder', async () => {
  const { code, out, err } = await patchbay('run', 'weather', 'weather', '{"city":"Rome"}', '--skills', folder);
  expect([code, out]).toEqual([3, '']);
  expect(err).toContain('weather: using a placeholder for api_key\n');
  expect(err).toContain('GET https://weather.example/[cut] → not recorded\n');
  expect(err).toContain('To call the service, use --live');
});

describe('a skill that calls a service', () => {
  const asking = (q: string, params: object, ...more: string[]) =>
    patchbay(
      'run',
      'asking',
      'ask',
      JSON.stringify({ q }),
      '--skills',
      folder,
      '--params',
      JSON.stringify(params),
      ...more,
    );
  const recording = join(folder, 'answers.yaml');
  writeFileSync(
    recording,
    `---
kind: cassette
version: 1
origin: documented
tool: a test
redaction: none
---
kind: http
request:
  method: GET
  url: https://api.example.com/answers?aqi=no&key=[cut]&q=why
response:
  status: 200
  body:
    text: Because.
`,
  );
  let internet: Awaited<ReturnType<typeof outside>>;
  beforeEach(async () => {
    internet = await outside();
    vi.stubEnv('HTTPS_PROXY', internet.url);
  });
  afterEach(async () => {
    vi.unstubAllEnvs();
    await internet.close();
  });

  it('gets responses from the recordings of the package', async () => {
    const { code, out, err } = await asking('New York'.toLowerCase(), {});
    expect([code, JSON.parse(out).current.condition.text]).toEqual([0, 'Partly cloudy']);
    expect(err).toBe(
      'patchbay: asking: using a placeholder for api_key\n' +
        'patchbay: GET https://api.weatherapi.com/v1/current.json?key=[cut]&q=new+york&aqi=no → 200\n',
    );
    expect(internet.wanted()).toEqual([]);
  });

  it.each([{}, { api_key: 'a key of my own' }])('gets responses from its own recording with %j', async (params) => {
    const url = 'https://api.example.com/answers';
    const { code, out } = await asking('why', { url, ...params }, '--replay', recording);
    expect([code, out, internet.wanted()]).toEqual([0, 'Because.\n', []]);
  });

  it('lists the recorded requests when a request is not recorded', async () => {
    const { code, out, err } = await asking('how', { url: 'https://api.example.com/answers' }, '--replay', recording);
    expect([code, out, internet.wanted()]).toEqual([3, '', []]);
    expect(err).toMatch(
      /\npatchbay: ask failed: GET .*q=how.* is not recorded. Recorded for this service: GET https:.*q=why\. To call the service, use --live\n$/,
    );
  });

  it('reports once that recordings of the package answer, and fails with --check', async () => {
    const quota = join(import.meta.dirname, '..', '..', 'fixtures', 'services', 'weather_api', 'quota.yaml');
    const runSkill = (...more: string[]) =>
      patchbay('run', 'weather_api', 'get_weather', '{"location":"Oslo"}', '--replay', quota, ...more);
    const first = await runSkill();
    expect(first.out).toContain('current weather in Oslo');
    expect(
      first.err.match(/GET .*q=oslo.* is not in .*quota\.yaml\. From now on.* With --check, this is an error\./g),
    ).toHaveLength(1);
    expect(await runSkill('--check')).toMatchObject({ code: 3, out: '' });
  });

  it('exits with 3 when a skill apologises for an unrecorded request', async () => {
    const { code, out } = await patchbay('run', 'spider', 'scrape_url', '{"url":"https://example.com/"}');
    expect([code, out]).toEqual([3, expect.stringContaining('I could not read https://example.com/')]);
  });

  it('calls a service on this machine directly', async () => {
    const near = await receiver(({ headers }) => ({ body: String(headers['x-key']) }));
    const { out } = await asking('x', { url: near.url, api_key: 'mine' });
    expect([out, near.received.length]).toEqual(['mine\n', 1]);
    await near.close();
  });

  it('calls the real service with --live, and needs a key', async () => {
    const url = 'https://93.184.216.34/answers';
    await expect(asking('x', { url }, '--live')).rejects.toThrow('api_key is required');
    expect((await asking('x', { url, api_key: 'mine' }, '--live')).code).toBe(1);
    expect(internet.wanted()).toEqual(['93.184.216.34:443']);
  });
});

it.each([
  ['choose one of --replay and --live', ['run', 'datetime', 'x', '--replay', 'a.yaml', '--live']],
  ['skills needs one of list, show, run, new, serve, mcp-gateway, index and serve-index', []],
  ['skills has no action lst. Did you mean: patchbay skills list?', ['lst']],
  ['unknown skill datetme. Did you mean datetime?', ['show', 'datetme']],
  ['broken is not usable (external): skill "broken" in', ['show', 'broken', '--skills', folder]],
  ['--check needs --replay', ['run', 'datetime', 'x', '--check']],
  ['Did you mean datetime?', ['run', 'datetme', 'x']],
  ['must be a JSON object', ['run', 'datetime', 'get_current_time', 'UTC']],
  ['must be a JSON object', ['show', 'datetime', '--params', '[]']],
  ['unknown option --params', ['list', '--params', '{}']],
  ['Did you mean get_current_time?', ['run', 'datetime', 'get_curent_time']],
  ['skills run needs a skill', ['run', 'datetime']],
  ['days must be at most 3', ['run', 'weather', 'weather', '--params', '{"days":9}', '--skills', folder]],
  ['is not a directory', ['list', '--skills', join(folder, 'none')]],
  ['skills serve needs at least one skill', ['serve']],
  ['math is not one of the skills', ['serve', 'datetime', 'joke', '--params', '{"math":{}}']],
  ['--port must be a port number', ['serve', 'datetime', '--port', '70000']],
])('reports wrong usage: %s', async (message, args) => {
  await expect(patchbay(...args)).rejects.toThrow(message);
});

it.each([
  ['UTC', /not UTC: Unexpected token '?U'?, at column 1$/],
  ['{"timezone": "UTC",}', /: .+, at column 20$/],
  ['{"timezone": "UTC"', /: .+, at column 19$/],
  ['[]', /must be a JSON object, not \[\]$/],
])('says why and where %s is not a JSON object', async (text, message) => {
  await expect(patchbay('run', 'datetime', 'get_current_time', text)).rejects.toThrow(message);
});

it.each([
  ['datetime', ['The time in UTC', 'The date in UTC']],
  ['weather_api', ['Tell the user the current weather in Oslo']],
  ['math datetime', ['74.97', 'The time in UTC', 'The date in UTC']],
])('serves the tools of %s and prints a working command for each', async (skills, answers) => {
  let out = '';
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => Boolean((out += text)));
  let stop = () => {};
  const stopped = new Promise<void>((resolve) => {
    stop = resolve;
  });
  const ended = serveSkills(skills.split(' '), stopped);
  await vi.waitUntil(() => out !== '');
  const responses = [...out.matchAll(/-d '(.*?)' '(.*?)'/g)].map(async ([, body, address = '']) => {
    const response = await fetch(address, { method: 'POST', body, headers: { 'content-type': 'application/json' } });
    return response.json();
  });
  expect(await Promise.all(responses)).toEqual(
    answers.map((answer) => ({ response: expect.stringContaining(answer) })),
  );
  stop();
  expect(await ended).toBe(0);
});
