import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createBench } from '../../src/bench/index.js';
import { serve } from '../support/loopback.js';

const root = join(import.meta.dirname, '..', '..');
const page = readFileSync(join(root, 'docs', 'skill-recipes.md'), 'utf8');
const cli = join(root, 'dist', 'cli.js');

/** The text of a recipe: the section with this heading. */
const recipe = (heading: string) => page.split(/^## /m).find((section) => section.startsWith(heading)) ?? '';
const shellOf = (text: string) => [...text.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, code = '']) => code).join('');

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'skill-recipes-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Creates the files of a recipe. */
function prepare(text: string): void {
  const files = [...text.matchAll(/reate `([^`]+)`:\n\n```\w+\n([\s\S]*?)```/g)];
  expect(files).not.toEqual([]);
  for (const [, name = '', content = ''] of files) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
}

function installPatchbay(): void {
  mkdirSync(join(folder, 'node_modules'));
  symlinkSync(root, join(folder, 'node_modules', 'patchbay'));
}

/** Without a registry, npm does not install the peer dependency. */
const NPM = { offline: 'true', legacy_peer_deps: 'true', audit: 'false', fund: 'false', update_notifier: 'false' };

function run(commands: string) {
  const npm = Object.entries({ ...NPM, cache: join(folder, 'npm') }).map(([name, value]) => [
    `npm_config_${name}`,
    value,
  ]);
  const own = `patchbay() { '${process.execPath}' '${cli}' "$@"; }; set -e;`;
  const { status, stdout, stderr } = spawnSync('sh', ['-c', `${own}\n${commands}`], {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, ...Object.fromEntries(npm), PATCHBAY_STATE_DIR: folder, PATCHBAY_CONFIG_DIR: folder },
  });
  expect(status, stderr).toBe(0);
  return stdout;
}

describe('the recipes for skills', { timeout: 120_000 }, () => {
  it('make a skill in a file', () => {
    const text = recipe('A skill in a file');
    prepare(text);
    installPatchbay();
    expect(run(shellOf(text))).toBe('Say hello to Ada.\n');
  });

  it('make a skill in a folder', () => {
    const text = recipe('A skill in a folder');
    prepare(text);
    const out = run(shellOf(text));
    expect(out).toMatch(/^greeter +1\.0\.0 {2}external +Greets the caller\.$/m);
    expect(out).toMatch(/^Say hello to Ada\.$/m);
  });

  it('make a skill in an npm package', () => {
    const text = recipe('A skill in an npm package');
    prepare(text);
    writeFileSync(join(folder, 'package.json'), '{ "name": "shop", "private": true }');
    expect(run(shellOf(text))).toMatch(/^Say hello\.$/m);
    const { dependencies } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    expect(Object.keys(dependencies)).toEqual(['patchbay-skill-greeter']);
    expect(run('patchbay skills list')).not.toContain('greeter');
  });
});

describe('the recipe for an agent behind a public address', { timeout: 120_000 }, () => {
  const text = recipe('An agent behind');
  const settings = Object.fromEntries(
    [...text.matchAll(/^export (\w+)=(.*)$/gm)].map(([, name, value = '']) => [
      name,
      value.replace('$(openssl rand -hex 24)', () => randomBytes(24).toString('hex')),
    ]),
  );
  const children: ChildProcess[] = [];
  afterEach(() => {
    for (const child of children.splice(0)) child.kill();
  });

  /** Starts the program, and a proxy in front of it that keeps the public `Host`. Returns the URL of the proxy. */
  async function start(host = 'agent.example.com') {
    const env = { ...process.env, ...settings, PORT: '0' };
    const child = spawn(process.execPath, ['serve.js'], { cwd: folder, env, stdio: ['ignore', 'pipe', 'inherit'] });
    children.push(child);
    const [line = ''] = await createInterface(child.stdout)
      [Symbol.asyncIterator]()
      .next()
      .then(({ value }) => [value]);
    expect(line).toMatch(/^The agent of https:\/\/agent\.example\.com is running at http:/);
    const target = /http:\S+$/.exec(line)?.[0];
    return serve((message, response) => {
      const { method, headers, url = '' } = message;
      const forwarded = request(`${target}${url}`, { method, headers: { ...headers, host } }, (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
      });
      message.pipe(forwarded);
    });
  }

  const post = (url: string, body: object, headers: Record<string, string> = {}) =>
    fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
  const basic = () => Buffer.from(`${settings.AGENT_USER}:${settings.AGENT_PASSWORD}`).toString('base64');
  const asPlatform = () => ({ authorization: `Basic ${basic()}` });

  it('serves the document and the tools under the public address', async () => {
    prepare(text);
    installPatchbay();
    const first = await start();
    const call = { call: { call_id: 'c1' } };
    expect((await post(first.url, call)).status).toBe(401);
    const document = await (await post(first.url, call, asPlatform())).text();
    const path = /https:\/\/agent\.example\.com(\/swaig\?__token=[^"]+)"/.exec(document)?.[1];
    const tool = { function: /"function":"(get_current_time)"/.exec(document)?.[1], call_id: 'c1' };
    const ask = (url: string) => post(`${url}${path}`, { ...tool, argument: { parsed: [{ timezone: 'UTC' }] } });
    const answer = await ask(first.url);
    expect([answer.status, await answer.json()]).toEqual([200, { response: expect.stringContaining('time') }]);
    // The secret keeps the tokens valid after a restart.
    const second = await start();
    expect((await ask(second.url)).status).toBe(200);
    const other = await start('other.example.com');
    expect((await ask(other.url)).status).toBe(421);
    for (const one of [first, second, other]) await one.close();
  });

  it('binds a phone number', async () => {
    const [, code = ''] = /```ts\n([\s\S]*?)```/.exec(text) ?? [];
    const bench = createBench();
    expect(await bench.run(code)).toMatchObject({ ok: true });
    await bench.close();
  });
});
