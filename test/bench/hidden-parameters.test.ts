// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the templates belong to the code under test
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { text as textOf } from 'node:stream/consumers';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Bench, createBench, openBench } from '../../src/bench/index.js';
import { createHistory } from '../../src/kernel/execute/history.js';
import { openPlain } from '../../src/repl/open-plain.js';
import { showError, showText } from '../../src/show/index.js';
import {
  createRegistry,
  type ParameterEntry,
  SkillBase,
  type SkillClass,
  type SkillRegistry,
} from '../../src/skills/index.js';
import { kernelWithoutSockets } from '../support/kernel-without-sockets.js';
import { receiver } from '../support/loopback.js';
import { firstOfItsKind, sampled } from '../support/rotation.js';

const folder = mkdtempSync(join(tmpdir(), 'patchbay-hidden-'));
afterAll(() => rmSync(folder, { recursive: true }));
let before: NodeJS.ProcessEnv;
beforeEach(() => {
  before = { ...process.env };
});
afterEach(() => {
  for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name];
  Object.assign(process.env, before);
});

/** The encodings in which programs write a secret. */
const SPELLINGS: Readonly<Record<string, (secret: string) => string>> = {
  plain: (secret) => secret,
  base64: (secret) => Buffer.from(secret).toString('base64').replace(/=+$/, ''),
  base64url: (secret) => Buffer.from(secret).toString('base64url'),
  'an address': (secret) => encodeURIComponent(secret),
  JSON: (secret) => JSON.stringify(secret).slice(1, -1),
  hex: (secret) => Buffer.from(secret).toString('hex'),
};
const spellingsOf = (secret: string) => Object.values(SPELLINGS).map((spell) => spell(secret));

function expectNone(secret: string, kept: Readonly<Record<string, string>>): void {
  for (const [where, text] of Object.entries(kept))
    for (const [how, spell] of Object.entries(SPELLINGS))
      expect(text.includes(spell(secret)), `${where} holds ${secret}, written as ${how}`).toBe(false);
}

const registry = createRegistry({ env: {} });
const schemas = await registry.get_all_skills_schema();
const hidden = Object.entries(schemas).flatMap(([skill, { parameters }]) =>
  Object.entries(parameters).flatMap(([name, entry]) => (entry.hidden ? [{ skill, name, entry }] : [])),
);
const ROUTES = ['a parameter', 'a file', 'a variable'] as const;
type Route = (typeof ROUTES)[number];
const attacks = hidden.flatMap((one) =>
  ROUTES.filter((route) => route !== 'a variable' || one.entry.env_var !== undefined).flatMap((route) =>
    [true, false].map((redact) => ({ ...one, route, redact, title: `${one.skill}.${one.name} from ${route}` })),
  ),
);

/** Returns the parameters of the skill and the secret in them. */
function given({ type }: ParameterEntry, name: string, secret: string): unknown {
  if (type === 'object') return { 'x-custom-header': secret };
  return name === 'connection_string' ? `postgres://ann:${encodeURIComponent(secret)}@127.0.0.1:1/x` : secret;
}

/** Loads the skill with the secret. The secret is in no typed code. */
async function load(bench: Bench, skill: string, name: string, route: Route, value: unknown): Promise<void> {
  const example = ((await registry.get_skill_class(skill)) as SkillClass).EXAMPLE;
  const params = JSON.stringify(example?.params ?? {});
  const add = (rest: string) => bench.run(`await agent.add_skill('${skill}', { ...${params}, ${rest} })`);
  if (route === 'a variable') {
    process.env[schemas[skill]?.parameters[name]?.env_var as string] = String(value);
    await add('');
  } else if (route === 'a file') {
    const file = join(mkdtempSync(join(folder, 'x-')), 'key.json');
    writeFileSync(file, JSON.stringify({ value }));
    await add(`${name}: JSON.parse(require('node:fs').readFileSync(${JSON.stringify(file)}, 'utf8')).value`);
    rmSync(file);
  } else {
    bench.define({ given: value });
    await add(`${name}: given`);
  }
  if (example) await bench.run(`await agent.call_tool('${example.tool}', ${JSON.stringify(example.args ?? {})})`);
}

/** Returns the files that a session writes, by name. */
const filesIn = (path: string) =>
  Object.fromEntries(readdirSync(path).map((name) => [name, readFileSync(join(path, name), 'utf8')]));

it('finds hidden parameters to test', () => {
  expect(hidden.length).toBeGreaterThan(8);
  expect(new Set(attacks.map(({ route }) => route)).size).toBe(3);
});

/** Each route of each kind of parameter in every run, one of them also in a recording that is not redacted. */
const isFirstOfRoute = firstOfItsKind(({ entry, name, route, redact }: (typeof attacks)[number]) =>
  [entry.type, name === 'connection_string', route, redact || route !== 'a parameter'].join(),
);
const tested = sampled(attacks, isFirstOfRoute);

describe.each(tested)('$title (redacted: $redact)', ({ skill, name, entry, route, redact }) => {
  const secret = `Zq7"${skill}/${name}\\${route.replace(/\W/g, '')}+é&9`;
  const value = given(entry, name, secret);

  it('is not in the stored session', async () => {
    const own = mkdtempSync(join(folder, 'session-'));
    const file = (named: string) => join(own, named);
    const bench = createBench();
    const history = createHistory(file('history'));
    await bench.record({ file: file('tape.yaml'), redact });
    await load(bench, skill, name, route, value);
    // The server echoes any request, so each encoding is in a request and in a response.
    bench.define({ spelled: spellingsOf(secret) });
    await bench.run('for (const name of spelled) await platform.queues.create({ name })');
    await bench.run('throw new Error(`refused: ${spelled.join(" ")}`)');
    await bench.run('[spelled, agent.document({ with_secrets: true })]');
    const shown: Record<string, string> = {};
    for (const command of ['.last --all a.json', '.last --all a.txt', '.last b.json', '.last b.txt'])
      expect(await bench.run(command.replace(/[ab]\./, `${own}/$&`)), command).toMatchObject({ ok: true });
    for (const command of ['.save a.ts', '.save a.md', '.save a.ipynb'])
      expect(await bench.run(command.replace('a.', `${own}/saved.`)), command).toMatchObject({ ok: true });
    for (const command of ['.last', '.last 2', '.curl', '.curl 2', '.history']) {
      const outcome = await bench.run(command);
      shown[command] = outcome.ok ? showText(outcome.value, { columns: 400 }) : showError(outcome.error);
      expect(outcome.ok, shown[command]).toBe(true);
    }
    for (const [index, event] of bench.log.events.entries()) {
      if (event.kind === 'input') history.add(index, event.source);
      if (event.kind === 'input') shown[`input ${index}`] = event.source;
      if (event.kind === 'notice') shown[`notice ${index}`] = event.text;
      if (event.kind === 'http')
        shown[`exchange ${index}`] = JSON.stringify([
          event.exchange.url,
          event.exchange.raw?.request,
          event.exchange.raw?.response,
        ]);
    }
    await bench.close();
    const files = filesIn(own);
    expect(Object.keys(files).length).toBe(9);
    expect(files['tape.yaml']).toContain('queues.create');
    expectNone(secret, { ...shown, ...files });
  });

  it.runIf(redact)('is not in the output of a cell', async () => {
    const bench = createBench();
    const { sent, run, kernel } = kernelWithoutSockets(bench);
    await load(bench, skill, name, route, value);
    bench.define({ spelled: spellingsOf(secret) });
    const cells = ['spelled', 'agent.document({ with_secrets: true })', 'throw new Error(spelled.join(" "))', '.why'];
    for (const [index, code] of cells.entries())
      await run(`cell-${index}`, { code, silent: false, stop_on_error: false, user_expressions: { a: 'spelled' } });
    kernel.frontEnd.printHere('stdout', `${spellingsOf(secret).join('\n')}\n`);
    kernel.frontEnd.printLateError(secret);
    const outputs = JSON.stringify(
      sent.map((message) => (typeof message === 'string' ? message : { ...message, to: 0 })),
    );
    // The request body is JSON, which escapes quotes and backslashes again.
    expectNone(secret, {
      sent: outputs,
      'sent, read': JSON.parse(`"${outputs.replaceAll('"', "'").replace(/\\'/g, "'")}"`),
    });
    expect(outputs).toContain('[cut]');
    await bench.close();
  });
});

it('is not on a plain screen, in a value or an error', async () => {
  const secret = 'Zq7-screen-secret+9';
  process.env.WEATHER_API_KEY = secret;
  const stdin = new PassThrough();
  const stdout = new PassThrough();
  const output = textOf(stdout);
  const lines = [
    "await agent.add_skill('weather_api')",
    'JSON.stringify(agent.document({ with_secrets: true }))',
    'Buffer.from(process.env.WEATHER_API_KEY).toString("base64")',
    'throw new Error(process.env.WEATHER_API_KEY)',
    '.exit',
  ];
  stdin.end(`${lines.join('\n')}\n`);
  const bench = createBench();
  await openPlain({
    bench: Promise.resolve(bench),
    stdin: stdin as never,
    stdout: stdout as never,
    historyFile: join(folder, 'none'),
  } as never);
  await bench.close();
  stdout.end();
  const screen = await output;
  expect(screen).toContain('api.weatherapi.com');
  expect(screen).toContain('Error: [cut]');
  expectNone(secret, { screen });
});

describe('a variable of the environment', () => {
  const KEPT = { KEYBOARD: 'Qwertz-de-9', KEY_FILE: '/run/Qwertz-de-9', PAGE_TOKEN_LIMIT: 'Qwertz-de-9' };

  const variables = [
    ['API_NINJAS_KEY', 'Zq7-abc-9'],
    ['MYSQL_PWD', 'Zq7-abc-9'],
    ['PGPASSWORD', 'Zq7-abc-9'],
    ['STRIPE_AUTH', 'Zq7-abc-9'],
    ['AWS_CREDENTIALS', 'Zq7-abc-9'],
    ['SENTRY_DSN', 'https://Zq7-abc-9@o1.example.com/1'],
    ['DB_CONNECTION_STRING', 'host=x;Password=Zq7-abc-9;x=1'],
    ['DATABASE_URL', 'postgres://ann:Zq7-abc-9@db.example.com/x'],
    ['HTTPS_PROXY', 'http://ann:Zq7-abc-9@proxy.example.com:8080'],
    ['FEED', 'https://example.com/feed?api_key=Zq7-abc-9&x=1'],
  ] as const;
  /** A plain value and one in a URL in every run. */
  it.each(sampled(variables, ([name]) => ['API_NINJAS_KEY', 'DATABASE_URL'].includes(name)))(
    '%s is in no recording, set before or during the session',
    async (name, value) => {
      for (const early of [true, false]) {
        const own = mkdtempSync(join(folder, 'variable-'));
        if (early) process.env[name] = value;
        const bench = createBench();
        await bench.record({ file: join(own, 'tape.yaml') });
        const set = early ? '' : `process.env[name] = value;`;
        bench.define({ name, value, spelled: ['x', ...spellingsOf('Zq7-abc-9')] });
        await bench.run(`${set} for (const name of spelled) await platform.queues.create({ name })`);
        await bench.close();
        expectNone('Zq7-abc-9', filesIn(own));
        delete process.env[name];
      }
    },
  );

  it.each(Object.entries(KEPT))('%s is not redacted', async (name, value) => {
    const own = mkdtempSync(join(folder, 'ordinary-'));
    process.env[name] = value;
    const bench = createBench();
    await bench.record({ file: join(own, 'tape.yaml') });
    await bench.run('await platform.queues.create({ name: "Qwertz-de-9" })');
    await bench.close();
    expect(filesIn(own)['tape.yaml']).toContain('Qwertz-de-9');
  });
});

describe('a live recording', () => {
  /** A skill with a key in the query, a header and the body. The service repeats the key. */
  const skillFor = (url: string) =>
    class Own extends SkillBase {
      static override SKILL_NAME = 'own';
      static override SKILL_DESCRIPTION = 'Asks a service.';
      static override PARAMETERS = {
        key: { type: 'string', description: 'Key.', hidden: true, env_var: 'OWN_SERVICE_KEY' },
      } as const;
      setup() {
        return true;
      }
      register_tools() {
        const handler = async () => {
          const key = String(this.params.key);
          await this.send_request({
            method: 'POST',
            url: `${url}/?key=${encodeURIComponent(key)}`,
            headers: { 'x-own-key': key, 'content-type': 'text/plain' },
            body: `key ${key}`,
            allowPrivate: true,
          });
          return 'done';
        };
        this.define_tool({ name: 'ask', description: 'Ask.', handler: handler as never });
      }
    };

  it.each([true, false])('contains the requests of a skill without its key (redacted: %s)', async (redact) => {
    const secret = 'Zq7-own/key+9';
    const service = await receiver(({ headers }) => ({
      body: JSON.stringify({ echo: spellingsOf(String(headers['x-own-key'])) }),
    }));
    const platform = await receiver(() => ({ body: '{"id":"x","data":[],"links":{}}' }));
    Object.assign(process.env, {
      PLATFORM_PROJECT_ID: 'p',
      PLATFORM_API_TOKEN: 'PT-token',
      PLATFORM_SPACE: platform.url,
      OWN_SERVICE_KEY: secret,
    });
    const own = mkdtempSync(join(folder, 'live-'));
    const bench = await openBench({ mode: { kind: 'live' }, record: { file: join(own, 'tape.yaml'), redact } });
    (bench.globals.registry as SkillRegistry).register_skill(skillFor(service.url));
    for (const source of ["await agent.add_skill('own')", "await agent.call_tool('ask')"])
      expect(await bench.run(source)).toMatchObject({ ok: true });
    const shown = async (command: string) => {
      const outcome = await bench.run(command);
      return outcome.ok ? showText(outcome.value, { columns: 400 }) : showError(outcome.error);
    };
    expect(service.received[0]?.headers['x-own-key']).toBe(secret);
    const curl = await shown('.curl');
    expect(curl).toContain(`?key='"$OWN_SERVICE_KEY"`);
    expect(curl).toContain(`--header 'x-own-key: '"$OWN_SERVICE_KEY"`);
    const last = await shown('.last');
    expect(last).toContain('x-own-key: [cut]');
    await bench.close();
    await Promise.all([service.close(), platform.close()]);
    expect(filesIn(own)['tape.yaml']).toContain('echo');
    expectNone(secret, { curl, last, ...filesIn(own) });
  });
});
