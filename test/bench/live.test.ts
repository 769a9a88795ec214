import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Bench, openBench } from '../../src/bench/index.js';
import { operations, walkRows } from '../../src/client/index.js';
import {
  addProfile,
  chooseProfile,
  liveCredentials,
  readProfiles,
  removeProfile,
} from '../../src/commands/profiles.js';
import { showText } from '../../src/show/index.js';
import { receiver } from '../support/loopback.js';

const NAMES = ['PLATFORM_PROJECT_ID', 'PLATFORM_API_TOKEN', 'PLATFORM_SPACE', 'PATCHBAY_CONFIG_DIR'];
let folder: string;
const before = Object.fromEntries(NAMES.map((name) => [name, process.env[name]]));
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'profiles-'));
  for (const name of NAMES) delete process.env[name];
  process.env.PATCHBAY_CONFIG_DIR = folder;
});
afterEach(() => {
  rmSync(folder, { recursive: true });
  for (const name of NAMES) {
    if (before[name] === undefined) delete process.env[name];
    else process.env[name] = before[name];
  }
});

const acme = { project: 'project-a', host: 'acme.example.com', token: 'PT-acme-secret' };

describe('profiles', () => {
  it('can be read only by their owner, used by name, and removed', () => {
    addProfile('acme', acme);
    addProfile('other', { ...acme, host: 'other.example.com' });
    expect(statSync(join(folder, 'profiles.json')).mode & 0o777).toBe(0o600);
    expect(readProfiles().current).toBe('acme');
    expect(liveCredentials(undefined)).toMatchObject({
      source: 'profile acme',
      credentials: { base: 'https://acme.example.com' },
    });
    chooseProfile('other');
    expect(liveCredentials(undefined).source).toBe('profile other');
    expect(liveCredentials('acme').source).toBe('profile acme');
    removeProfile('other');
    expect(readProfiles()).toEqual({ profiles: { acme } });
  });

  it('are not used when the environment has credentials, and are never combined with it', () => {
    addProfile('acme', acme);
    process.env.PLATFORM_SPACE = 'else.example.com';
    expect(() => liveCredentials(undefined)).toThrow(
      '--live needs credentials: PLATFORM_PROJECT_ID, PLATFORM_API_TOKEN are not set. Set them, or add a profile: patchbay profile add',
    );
    expect(liveCredentials('acme').credentials.base).toBe('https://acme.example.com');
  });

  it.each([
    ['a name with a path', () => addProfile('../x', acme), 'letters, digits'],
    [
      'a host with a path',
      () => addProfile('x', { ...acme, host: 'a.example.com/b' }),
      'contains more than a host name',
    ],
    ['an unknown name', () => chooseProfile('acm'), 'Did you mean acme?'],
    ['a name that objects have', () => chooseProfile('constructor'), 'there is no profile'],
  ])('refuse %s', (_, run, message) => {
    addProfile('acme', acme);
    expect(run).toThrow(message);
    expect(run).not.toThrow('PT-acme');
  });

  it('are not read when other users can read the file, or when it is damaged', () => {
    writeFileSync(join(folder, 'profiles.json'), '{"profiles":{}}', { mode: 0o644 });
    expect(() => readProfiles()).toThrow('chmod 600');
    rmSync(join(folder, 'profiles.json'));
    writeFileSync(join(folder, 'profiles.json'), '{', { mode: 0o600 });
    expect(() => readProfiles()).toThrow('is damaged');
  });
});

/** Opens a live bench on a loopback server, and collects its questions. */
async function live(answer: boolean) {
  const server = await receiver(() => ({ body: '{"id":"x","data":[],"links":{}}' }));
  const questions: string[] = [];
  Object.assign(process.env, {
    PLATFORM_PROJECT_ID: 'p',
    PLATFORM_API_TOKEN: 'PT-token',
    PLATFORM_SPACE: server.url,
  });
  const bench: Bench = await openBench({
    mode: { kind: 'live' },
    ask: async (question) => {
      questions.push(question);
      return answer;
    },
  });
  return { ...server, bench, questions };
}

describe('the question in live mode', () => {
  it('asks before a request that spends, and sends nothing without confirmation', async () => {
    const { bench, questions, received, url, close } = await live(false);
    expect(await bench.run('await platform.queues.list()')).toMatchObject({ ok: true });
    expect(questions).toEqual([]);
    const outcome = await bench.run(
      "await platform.calling.dial({ from: '+12065550100', to: '+12065550101', url: 'https://example.com' })",
    );
    expect(outcome).toMatchObject({ ok: false, error: { code: 'not_allowed' } });
    expect(questions).toEqual([
      `Send calling.dial({ from: '+12065550100', to: '+12065550101', url: 'https://example.com' }) to ${new URL(url).host}?`,
    ]);
    expect(received).toHaveLength(1);
    // A request that was not sent is not in the log.
    expect(bench.log.events.filter(({ kind }) => kind === 'http')).toHaveLength(1);
    expect(outcome).toMatchObject({
      error: { message: 'calling.dial() was not sent: you did not confirm it (POST /api/calling/calls)' },
    });
    const explained = await bench.run('.why');
    const text = explained.ok ? showText(explained.value, { columns: 200 }) : '';
    expect(text).toContain('The request was not sent, so nothing has changed on the platform.');
    expect(text).not.toMatch(/network|\.last/);
    await bench.close();
    await close();
  });

  it('asks once for all attempts of a request, and again for the next', async () => {
    const { bench, questions, url, close } = await live(true);
    await close();
    const outcome = await bench.run("await platform.queues.delete('x')");
    expect(outcome).toMatchObject({ ok: false, error: { attempts: 3 } });
    expect(questions).toEqual([`Send queues.delete('x') to ${new URL(url).host}?`]);
    await bench.run("await platform.queues.delete('x')");
    expect(questions).toHaveLength(2);
    await bench.close();
  });

  it('the question contains the recipients and the content, without secrets', async () => {
    const { bench, questions, close } = await live(false);
    await bench.run("const apiKey = 'Sesame-open-7'");
    for (const source of [
      "platform.queues.delete('q1')",
      "platform.beyond.messages.create({ from: '+12065550100', to: '+12065550101', body: 'the key is ' + apiKey })",
      "platform.phone_numbers.purchase({ number: '+12065550199' })",
      "platform.queues.delete('q1\\u009b2J\\u202e')",
    ])
      await bench.run(`await ${source}`);
    expect(questions.map((question) => question.replace(/ to 127\.0\.0\.1:\d+\?$/, ''))).toMatchInlineSnapshot(`
      [
        "Send queues.delete('q1')",
        "Send beyond.messages.create({ from: '+12065550100', to: '+12065550101', body: 'the key is [cut]' })",
        "Send phone_numbers.purchase({ number: '+12065550199' })",
        "Send queues.delete('q1\\x9B2J')",
      ]
    `);
    await bench.close();
    await close();
  });

  it('asks one question at a time, and does not count the time of the answer', async () => {
    const server = await receiver(() => ({ body: '{"id":"x","data":[],"links":{}}' }));
    Object.assign(process.env, {
      PLATFORM_PROJECT_ID: 'p',
      PLATFORM_API_TOKEN: 'PT-token',
      PLATFORM_SPACE: server.url,
    });
    let open = 0;
    let most = 0;
    const bench = await openBench({
      mode: { kind: 'live' },
      ask: async () => {
        most = Math.max(most, ++open);
        // Waits without a timer.
        const until = performance.now() + 150;
        while (performance.now() < until) await new Promise(setImmediate);
        open--;
        return true;
      },
    });
    await bench.run("await Promise.all(['a', 'b'].map((id) => platform.queues.delete(id)))");
    expect(most).toBe(1);
    expect(server.received).toHaveLength(2);
    const [first] = bench.log.events.flatMap((event) => (event.kind === 'http' ? [event.exchange.ms] : []));
    const [end] = bench.log.events.flatMap((event) => (event.kind === 'output' ? [event.ms] : []));
    expect(first).toBeLessThan(290);
    expect(end).toBeLessThan(290);
    await bench.close();
    await server.close();
  });
});

describe('in live mode', () => {
  it('sends a confirmed request', async () => {
    const { bench, questions, received, close } = await live(true);
    await bench.run("await platform.queues.delete('x')");
    expect(questions).toHaveLength(1);
    expect(received).toMatchObject([{ method: 'DELETE' }]);
    await bench.close();
    await close();
  });

  it('asks about and logs requests of other clients too', async () => {
    const { bench, questions, received, url, close } = await live(false);
    await bench.run(`const mine = new RestClient({ project: 'p', token: 'tttt', host: '${url}' })`);
    await bench.run('await mine.queues.list()');
    await bench.run("await mine.queues.delete('x')");
    expect(questions).toEqual([`Send queues.delete('x') to ${new URL(url).host}?`]);
    expect(received).toHaveLength(1);
    expect(bench.log.events.filter(({ kind }) => kind === 'http')).toMatchObject([
      { input: 2, exchange: { status: 200 } },
    ]);
    await bench.close();
    await close();
  });

  it('every operation that deletes, dials, buys or sends requires confirmation', () => {
    const risky = [...walkRows(operations)].filter(
      ([name, row]) => row.route.startsWith('DELETE') || /\.(purchase|dial)$/.test(name),
    );
    expect(risky.filter(([, row]) => !row.spends).map(([name]) => name)).toEqual([]);
  });

  it('the mode contains the name of the space', async () => {
    const { bench, close, url } = await live(true);
    expect(bench.mode).toMatchObject({ kind: 'live', space: new URL(url).host, source: 'the environment' });
    for (const [host, space] of [
      ['acme.example.com', 'acme'],
      ['https://acme.example.com:8443', 'acme'],
      ['[::1]:80', '[::1]:80'],
    ] as const) {
      process.env.PLATFORM_SPACE = host;
      await bench.use({ kind: 'live' });
      expect(bench.mode).toMatchObject({ space });
    }
    await bench.close();
    await close();
  });
});
