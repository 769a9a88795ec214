import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { type Bench, createBench } from '../../src/bench/index.js';
import { newSandbox, type Sandbox } from '../../src/sandbox/index.js';
import { showText } from '../../src/show/index.js';
import { type Received, receiver } from '../support/loopback.js';

const folder = mkdtempSync(join(tmpdir(), 'shared-'));
const file = (name: string) => join(folder, name);
let bench: Bench;
beforeEach(() => {
  bench = createBench();
});
afterEach(() => bench.close());
afterAll(() => rmSync(folder, { recursive: true }));

async function textOf(source: string, columns = 200): Promise<string> {
  const outcome = await bench.run(source);
  return outcome.ok ? showText(outcome.value, { columns }) : `! ${(outcome.error as Error).message}`;
}
const offers = async (line: string) => (await bench.complete(line, line.length)).items.map(({ text }) => text);
const sandboxOf = () => bench.globals.sandbox as Sandbox;

const MENU = {
  sections: {
    main: [
      { prompt: { play: 'say:Press 1 for sales.', max_digits: 1 } },
      { switch: { variable: 'prompt_value', case: { '1': [{ connect: { to: '+15035550100' } }] }, default: [] } },
      { hangup: {} },
    ],
  },
};

describe('.sandbox ring', () => {
  it('takes the options of the shell on the sandbox of the session', async () => {
    const before = JSON.stringify(sandboxOf().snapshot());
    const options = `--from sip:ada@example.com --digits 2 --speech 'two words' --hangup-after 30 --answers '{"+15035550100": {"outcome": "busy"}}'`;
    const text = await textOf(`.sandbox ring +12065550101 ${options} --json`);
    expect(JSON.parse(text)).toMatchObject({ from: 'sip:ada@example.com', number: '+12065550101' });
    expect(JSON.stringify(sandboxOf().snapshot())).not.toBe(before);
  });

  it('follows a document in a copy of the sandbox, and leaves the session as it is', async () => {
    writeFileSync(file('menu.json'), JSON.stringify(MENU));
    const before = JSON.stringify(sandboxOf().snapshot());
    const text = await textOf(
      `.sandbox ring --document ${file('menu.json')} --digits 1 --answers '{"+15035550100":{"outcome":"busy"}}'`,
    );
    expect(text).toMatch(/route +document .*menu\.json/);
    expect(text).toMatch(/case 1[\s\S]*\+15035550100[\s\S]*busy/);
    expect(JSON.stringify(sandboxOf().snapshot())).toBe(before);
  });

  it('signs with the key and the header that are given', async () => {
    const server = await receiver(() => ({ body: '{"sections":{"main":["hangup"]}}' }));
    onTestFinished(server.close);
    const { phone_numbers } = sandboxOf().client();
    const [number] = (await phone_numbers.list()).data;
    await phone_numbers.set_swml_webhook(String(number?.id), `${server.url}/call`);
    await textOf(`.sandbox ring ${number?.number} --signing-key PSK_mine --signature-prefix X-Acme`);
    expect((server.received.at(-1) as Received).headers).toHaveProperty('x-acme-sha256-signature');
    expect(await textOf(`.sandbox ring ${number?.number} --signature-prefix 'X Acme'`)).toMatch(
      /^! --signature-prefix/,
    );
  });

  it('rings in a running sandbox', async () => {
    const other = newSandbox({ token: 'PTother' });
    const { url, close } = await other.listen(0);
    onTestFinished(close);
    vi.stubEnv('PLATFORM_PROJECT_ID', other.credentials.project);
    vi.stubEnv('PLATFORM_API_TOKEN', 'PTother');
    onTestFinished(() => void vi.unstubAllEnvs());
    expect(await textOf(`.sandbox ring +12065550101 --url ${url}`)).toContain('calls +12065550101');
    expect(sandboxOf().journal).toEqual([]);
  });

  it('keeps the short form, and completes numbers and options', async () => {
    expect(await textOf('.sandbox ring +12065550101 +15035550147 1')).toContain('+15035550147 calls +12065550101');
    expect(await textOf('.sandbox ring +12065550101 x')).toMatch(/^! x is neither a caller/);
    expect(await textOf('.sandbox ring')).toMatch(/^! ring needs either a number/);
    expect(await offers('.sandbox ring +12065550101 --hang')).toEqual(['--hangup-after']);
    expect(await offers(`.sandbox ring --document ${folder}/men`)).toEqual([file('menu.json')]);
  });

  it('says what to do in place of an option of patchbay sandbox', async () => {
    expect(await textOf('.sandbox --port 4010')).toContain('await sandbox.listen(4010)');
  });
});

describe('commands that the prompt has from the shell', () => {
  it('.import takes --keep, --policy and --dry-run', async () => {
    writeFileSync(file('app.log'), 'GET https://other.example/odd 404\n');
    expect(await textOf(`.import ${file('app.log')} --dry-run`)).toMatch(/^! no request is for the platform/);
    expect(await textOf(`.import ${file('app.log')} --keep other.example --dry-run`)).toMatch(
      /^1 request imported[\s\S]*nothing was written/,
    );
    expect(await textOf(`.import ${file('app.log')} --policy ${file('none.yaml')}`)).toMatch(
      /^! the policy .* cannot be read/,
    );
  });

  it('.explain and .minimize read a recording', async () => {
    const recording = 'fixtures/issues/lost-update/session.yaml';
    expect(await textOf(`.explain ${recording}`)).toMatch(/^5 requests/);
    expect(JSON.parse(await textOf(`.explain ${recording} 2 --json`))).toHaveProperty('failures');
    expect(await textOf(`.explain ${recording} 99`)).toContain('has no request 99');
    const failing = 'fixtures/errors/invalid-field.yaml';
    const small = file('small.yaml');
    expect(await textOf(`.minimize ${failing} -o ${small}`)).toContain(`written: ${small}\nnext: .replay ${small}`);
    expect(readFileSync(small, 'utf8')).toContain('http');
    expect(await textOf(`.minimize ${failing} -o ${small}`)).toMatch(/^! .* exists/);
  });

  it('.replay prints a report as JSON, and sends to a server on this machine only', async () => {
    const recording = 'fixtures/issues/lost-update/session.yaml';
    expect(JSON.parse(await textOf(`.replay ${recording} --json`))).toMatchObject({ isSame: true, notes: [] });
    expect(await textOf(`.replay ${recording} --url https://example.com`)).toMatch(
      /^! --url must be an address of this machine/,
    );
    expect(await textOf(`.replay ${recording} --json --step`)).toBe('! choose one of --step and --json');
  });

  it('.export takes the options of the shell', async () => {
    await bench.run('await platform.queues.list()');
    const text = await textOf('.export --to curl --base http://127.0.0.1:8080');
    expect(text).toContain('http://127.0.0.1:8080/api/relay/rest/queues');
    expect(await textOf(`.export curl -o ${file('calls.sh')}`)).toContain(`1 exchange, 1 input → ${file('calls.sh')}`);
    expect(readFileSync(file('calls.sh'), 'utf8')).toContain('curl');
    expect(await textOf('.export')).toContain('The formats are:\n');
    expect(await offers('.export no')).toEqual(['notebook']);
    expect(await offers('.export --to no')).toEqual(['notebook']);
  });

  it('.record --no-redact keeps personal data', async () => {
    for (const [name, flag] of [
      ['plain.yaml', '--no-redact'],
      ['redacted.yaml', ''],
    ] as const) {
      await textOf(`.record ${flag} ${file(name)}`);
      await bench.run("await platform.mfa.sms({ to: '+14155552671' })");
      await textOf('.record stop');
      expect(readFileSync(file(name), 'utf8').includes('4155552671')).toBe(flag !== '');
    }
  });

  it('.skills lists, shows and runs skills', async () => {
    expect(JSON.parse(await textOf('.skills list --json'))).toHaveProperty('datetime');
    expect(await textOf('.skills show datetime')).toBe(await textOf('.skills datetime'));
    expect(await textOf('.skills datetme')).toBe('! unknown skill datetme. Did you mean datetime?');
    expect(await textOf(`.skills run math calculate '{"expression": "6 * 7"}'`)).toContain('42');
    expect((bench.globals.agent as { list_skills(): string[] }).list_skills()).toEqual([]);
    expect(await offers('.skills run datetime get_current_t')).toEqual(['get_current_time']);
  });

  it('.profile chooses and removes profiles', async () => {
    vi.stubEnv('PATCHBAY_CONFIG_DIR', folder);
    onTestFinished(() => void vi.unstubAllEnvs());
    const stored = { project: 'p', host: 'acme.example.com', token: 'PT0123456789' };
    writeFileSync(file('profiles.json'), JSON.stringify({ profiles: { one: stored, two: stored } }), { mode: 0o600 });
    expect(await offers('.profile use ')).toEqual(['one', 'two']);
    expect(await textOf('.profile use two')).toContain('--live now uses two');
    expect(await textOf('.profile')).toMatch(/^ {2}one .*\n\* two .*\nThis bench is not live/);
    expect(await textOf('.profile remove one')).toBe('Removed one.');
    expect(await textOf('.profile add three')).toContain('patchbay profile add');
  });
});
