import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { type Bench, createBench } from '../../src/bench/index.js';
import { secretsInCode } from '../../src/redact/code/secrets-in-code.js';
import { showText } from '../../src/show/index.js';
import { createRegistry } from '../../src/skills/index.js';

const SECRET = 'Sesame-open-7';
const folder = mkdtempSync(join(tmpdir(), 'patchbay-secrets-'));
afterAll(() => rmSync(folder, { recursive: true }));
const file = (name: string) => join(folder, name);

/** Opens a bench with inputs that contain the secret in several ways. */
async function benchWithSecrets(): Promise<Bench> {
  const bench = createBench();
  await bench.run(`const client = new RestClient({ token: '${SECRET}' })`);
  await bench.run(`await platform.queues.create({ name: '${SECRET}' })`);
  await bench.run(`const again = '${SECRET}' &`);
  await bench.run(`await fetch('http://127.0.0.1:9/?token=${SECRET}')`);
  await bench.run(`throw new Error('${SECRET}')`);
  return bench;
}

describe('a secret in an input', () => {
  it('is redacted in the log and in the output of commands', async () => {
    const bench = await benchWithSecrets();
    const inputs = bench.log.events.flatMap((event) => (event.kind === 'input' ? [event.source] : []));
    expect(inputs.join('\n')).not.toContain(SECRET);
    expect(inputs[0]).toBe("const client = new RestClient({ token: '[cut]' })");
    for (const command of ['.history', '.last', '.curl', '.jobs', '.vars']) {
      const outcome = await bench.run(command);
      expect(outcome.ok && showText(outcome.value, { columns: 120 }), command).toMatch(/\S{4}/);
      expect(outcome.ok && showText(outcome.value, { columns: 120 }), command).not.toContain(SECRET);
    }
    await bench.close();
  });
  it.each(['story.ts', 'story.ipynb', 'story.md'])('is not in a saved %s', async (name) => {
    const bench = await benchWithSecrets();
    expect(await bench.run(`.save ${file(name)}`)).toMatchObject({ ok: true });
    expect(readFileSync(file(name), 'utf8')).not.toContain(SECRET);
    await bench.close();
  });
  it('is not in a closed recording', async () => {
    const bench = createBench();
    await bench.record({ file: file('tape.yaml'), redact: true });
    await bench.run(`const key = { token: '${SECRET}' }`);
    await bench.run('await platform.queues.create({ name: key.token })');
    await bench.close();
    expect(existsSync(file('tape.yaml'))).toBe(true);
    expect(readFileSync(file('tape.yaml'), 'utf8')).not.toContain(SECRET);
  });
  it('is saved as its replacement, which is not redacted again', async () => {
    const bench = createBench();
    const inputs = [
      `const basic = 'Authorization: Basic ${Buffer.from(`ann:${SECRET}`).toString('base64')}'`,
      `const bearer = { headers: { Authorization: 'Bearer ${SECRET}' } }`,
      `const header = 'X-Api-Key: ${SECRET}'`,
      `const address = 'https://db.invalid/x?token=${SECRET}&page=2'`,
      `const body = '{"token":"${SECRET}","authorization":"Basic ${SECRET}"}'`,
    ];
    for (const input of inputs) expect(await bench.run(input)).toMatchObject({ ok: true });
    await bench.run(`.save ${file('cut.ts')}`);
    const saved = readFileSync(file('cut.ts'), 'utf8');
    const cut = inputs.map((input) => input.replace(/Basic [\w=]+'/, "Basic [cut]'").replaceAll(SECRET, '[cut]'));
    expect(saved.split('\n').filter((line) => line.startsWith('const'))).toEqual(cut);
    await bench.close();
  });
  it.each([
    ['typed before', true],
    ['typed while it is open', false],
  ])('is in no recording that is still open, %s', async (when, isBefore) => {
    const bench = createBench();
    const tape = file(`${when}.yaml`);
    const typed = `const apiKey = '${SECRET}'`;
    if (isBefore) await bench.run(typed);
    await bench.record({ file: tape });
    if (!isBefore) await bench.run(typed);
    expect(await bench.run('await platform.queues.create({ name: apiKey })')).toMatchObject({ ok: true });
    expect(readFileSync(tape, 'utf8')).toContain('queues.create');
    expect(readFileSync(tape, 'utf8')).not.toContain(SECRET);
    await bench.close();
  });
  it.each([
    ['all.json', 'secretKey'],
    ['all.txt', 'secret_key'],
    ['own.txt', 'clientSecret'],
  ])('is not in a result that is written to %s, which only its owner can read', async (name, field) => {
    const bench = createBench();
    await bench.run(`const kept = { ${field}: '${SECRET}', list: new Map([['a', '${SECRET}']]) }`);
    await bench.run('kept');
    expect(await bench.run(`.last --all ${file(name)}`)).toMatchObject({ ok: true });
    expect(readFileSync(file(name), 'utf8')).toContain('[cut]');
    expect(readFileSync(file(name), 'utf8')).not.toContain(SECRET);
    expect(statSync(file(name)).mode & 0o077).toBe(0);
    await bench.close();
  });
  it('is redacted in an input that contains it in a document', async () => {
    const bench = createBench();
    await bench.run(`JSON.parse('{"api_key": "${SECRET}"}').api_key.length`);
    await bench.run(`'${SECRET}'`);
    const inputs = bench.log.events.flatMap((event) => (event.kind === 'input' ? [event.source] : []));
    expect(inputs).toEqual([`JSON.parse('{"api_key": "[cut]"}').api_key.length`, `'[cut]'`]);
    await bench.close();
  });
  it('is still the value that the code uses', async () => {
    const bench = createBench();
    await bench.run(`const key = { token: '${SECRET}' }`);
    expect(await bench.run('key.token.length')).toEqual({ ok: true, value: SECRET.length });
    await bench.close();
  });
});

it('recognises every hidden parameter of every skill', async () => {
  const registry = createRegistry({ env: {} });
  const hidden: string[] = [];
  for (const [name, { parameters }] of Object.entries(await registry.get_all_skills_schema()))
    for (const [parameter, { hidden: isHidden, type }] of Object.entries(parameters))
      if (isHidden && type === 'string') hidden.push(`agent.add_skill('${name}', { ${parameter}: '${SECRET}' })`);
  expect(hidden.length).toBeGreaterThan(3);
  expect(hidden.filter((source) => secretsInCode(source).length === 0)).toEqual([]);
});
