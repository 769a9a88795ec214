import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, expect, it, onTestFinished, vi } from 'vitest';
import { createBench } from '../../src/bench/index.js';
import { openCassette } from '../../src/cassette/index.js';
import { runCommand } from '../../src/cli/commands/index.js';
import { setEgress } from '../../src/http/index.js';
import { writeAskingSkill } from '../support/asking-skill.js';
import { receiver } from '../support/loopback.js';

const folder = mkdtempSync(join(tmpdir(), 'skills-record-'));
afterAll(() => rmSync(folder, { recursive: true }));
writeAskingSkill(folder);
mkdirSync(join(folder, 'orders'));
writeFileSync(
  join(folder, 'orders', 'skill.ts'),
  `import { createSimpleApiTool, SkillBase } from 'patchbay/skills';
export class Orders extends SkillBase {
  static override SKILL_NAME = 'orders';
  static override SKILL_DESCRIPTION = 'Reads orders.';
  static override PARAMETERS = { base: { type: 'string', description: 'Of the service.' }, own: { type: 'boolean', description: 'Its own.' } } as const;
  setup() { return true; }
  register_tools(): void {
    const { base, own } = this.params as { base: string; own?: boolean };
    const url = base + '/orders/\${args.id}';
    const map = createSimpleApiTool('order', { url, response_template: 'Order \${response.state}.', parameters: { id: { type: 'string', description: 'Its id.' } } });
    this.define_data_map(map, {}, own ? { ownOrigin: new URL(base).origin } : {});
  }
}`,
);

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  setEgress('open');
});

async function patchbay(...args: string[]) {
  const written = { out: '', err: '' };
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => Boolean((written.out += text)));
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => Boolean((written.err += text)));
  const code = await runCommand('skills', [...args, '--skills', folder]);
  return { code, ...written };
}

async function service() {
  const started = await receiver(() => ({ body: '{"state":"shipped","for":"jane.roe@corp.test"}' }));
  onTestFinished(started.close);
  return started;
}

it('skills run --record writes a fixture without secrets, which --replay then answers from', async () => {
  const { url, received, close } = await service();
  vi.stubEnv('ASKING_KEY', 'a-very-secret-key-of-the-service');
  const file = join(folder, 'asked.yaml');
  const params = ['--params', JSON.stringify({ url })];
  const asked = ['run', 'asking', 'ask', '{"q":"state"}', ...params];
  const live = await patchbay(...asked, '--live', '--record', file);
  expect([live.code, live.out, live.err]).toEqual([
    0,
    expect.stringContaining('shipped'),
    expect.stringContaining(file),
  ]);
  const text = readFileSync(file, 'utf8');
  expect(text).not.toMatch(/a-very-secret-key|jane\.roe/);
  const { header, entries } = openCassette(file);
  expect([header.origin, entries.map(({ response }) => response?.status)]).toEqual(['live', [200]]);
  await close();
  const replayed = await patchbay(...asked, '--replay', file, '--check');
  expect([replayed.code, replayed.out + replayed.err, received]).toEqual([
    0,
    expect.stringContaining('shipped'),
    [expect.anything()],
  ]);
});

it('skills run --no-redact keeps personal data, and needs --record', async () => {
  const { url } = await service();
  const file = join(folder, 'kept.yaml');
  const asked = ['run', 'asking', 'ask', '--params', JSON.stringify({ url, api_key: 'k-1234567890' })];
  expect((await patchbay(...asked, '--record', file, '--no-redact')).code).toBe(0);
  expect(readFileSync(file, 'utf8')).toContain('jane.roe@corp.test');
  await expect(patchbay(...asked, '--no-redact')).rejects.toThrow('--no-redact needs --record FILE');
});

it.each([[['--live']], [[]]])('a data map reaches a service on this machine with ownOrigin alone: %j', async (mode) => {
  const { url, received } = await service();
  const run = (params: object) =>
    patchbay('run', 'orders', 'order', '{"id":"7"}', '--params', JSON.stringify({ base: url, ...params }), ...mode);
  const refused = await run({});
  expect([refused.code, refused.err, received]).toEqual([1, expect.stringContaining(`ownOrigin: '${url}'`), []]);
  expect(await run({ own: true })).toMatchObject({ code: 0, out: 'Order shipped.\n' });
});

it('a recording of the prompt has the requests of skills to services', async () => {
  const { url } = await service();
  const bench = createBench();
  const file = join(folder, 'prompt.yaml');
  await bench.run(`.record ${file}`);
  await bench.run(`registry.add_skill_directory(${JSON.stringify(folder)})`);
  await bench.run(`await agent.add_skill('orders', { base: '${url}', own: true })`);
  expect(await bench.run(`await agent.call_tool('order', { id: '7' })`)).toMatchObject({ ok: true });
  await bench.run(`await agent.add_skill('joke')`);
  expect(await bench.run(`await agent.call_tool('get_joke', { type: 'dadjokes' })`)).toMatchObject({ ok: true });
  await bench.run('.record stop');
  await bench.close();
  const { entries } = openCassette(file);
  expect(entries.map(({ request }) => new URL(request.url).pathname)).toEqual([
    '/orders/7',
    expect.stringMatching(/jokes$/),
  ]);
});
