import { spawn } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { createSandbox } from '../../src/sandbox.js';
import { type Received, receiver } from '../support/loopback.js';
import { patchbay as run } from '../support/run-patchbay.js';

const folder = mkdtempSync(join(tmpdir(), 'ring-'));
afterAll(() => rmSync(folder, { recursive: true }));
const cli = join(import.meta.dirname, '../../dist/cli.js');

const patchbay = (args: readonly string[], env: NodeJS.ProcessEnv = {}) => run(args, { cwd: folder, env });

/** Runs the command while this process serves. Returns the exit code. */
const patchbayBeside = (args: readonly string[]) =>
  new Promise((resolve) =>
    spawn(process.execPath, [cli, ...args], {
      cwd: folder,
      env: { PATH: process.env.PATH, PATCHBAY_STATE_DIR: folder },
    })
      .on('close', resolve)
      .stdout.resume(),
  );

const MENU = `sections:
  main:
    - label: menu
    - prompt: { play: "say:Press 1 for sales.", max_digits: 1 }
    - switch:
        variable: prompt_value
        case: { "1": [{ connect: { to: "+15035550100" } }] }
        default: [{ goto: { label: menu, max: 2 } }]
    - hangup: {}
`;

describe('patchbay ring', () => {
  it('follows a document in YAML, with the digits and the answers that are given', async () => {
    writeFileSync(join(folder, 'menu.yaml'), MENU);
    const answers = JSON.stringify({ '+15035550100': { outcome: 'busy' } });
    const { code, out } = await patchbay([
      'ring',
      '--document',
      'menu.yaml',
      '--digits',
      '9',
      '--digits',
      '1',
      '--answers',
      answers,
    ]);
    expect(out).toMatch(/default[\s\S]*case 1[\s\S]*\+15035550100[\s\S]*hang/);
    expect(out).toMatch(/route +document menu\.yaml/);
    expect(out).not.toContain('127.0.0.1');
    expect(code).toBe(0);
  });

  it('takes the name of a file for a document', async () => {
    writeFileSync(join(folder, 'menu.yaml'), MENU);
    const { code, out } = await patchbay(['ring', 'menu.yaml']);
    expect([code, out]).toEqual([0, expect.stringMatching(/route +document menu\.yaml/)]);
    expect((await patchbay(['ring', 'missing.yaml'])).err).toContain('missing.yaml cannot be read');
  });

  it('exits with 3 if a server refuses the callbacks of the call', async () => {
    const server = await receiver(({ target }) => ({ status: target === '/st' ? 500 : 200 }));
    onTestFinished(server.close);
    const number = `<Number statusCallback="${server.url}/st">+15035550100</Number>`;
    writeFileSync(join(folder, 'status.xml'), `<Response><Dial>${number}</Dial></Response>`);
    const { code, out } = await patchbay(['ring', 'status.xml']);
    expect(code).toBe(3);
    expect(out).toMatch(/Problems\s+the callback \S+ failed:\s+POST \S+\/st answered 500,\s+tried 3\s+times/);
    expect(out).toMatch(/Callbacks\s+[\d.]+ s +call\.completed +POST/);
  });

  it('follows a cXML document, and says which requests failed', async () => {
    writeFileSync(join(folder, 'menu.xml'), '<Response><Gather action="/next"><Say>Press</Say></Gather></Response>');
    const { code, out } = await patchbay(['ring', '--document', 'menu.xml', '--digits', '1']);
    expect([code, out]).toEqual([3, expect.stringContaining('Digits=1')]);
    expect(out).toContain('404');
  });

  it('signs the requests of the document with the key and the header that are given', async () => {
    const server = await receiver(() => ({ body: '{"sections":{"main":["hangup"]}}' }));
    onTestFinished(server.close);
    writeFileSync(join(folder, 'next.json'), `{"sections":{"main":[{"transfer":{"dest":"${server.url}/next"}}]}}`);
    const signing = ['--signing-key', 'PSK_mine', '--signature-prefix', 'X-Acme'];
    expect(await patchbayBeside(['ring', '--document', 'next.json', ...signing])).toBe(0);
    const [{ headers, body, target }] = server.received as [Received];
    const signature = createHmac('sha256', 'PSK_mine').update(`${server.url}${target}${body}`).digest('hex');
    expect(headers['x-acme-sha256-signature']).toBe(signature);
  });

  it('refuses a header that cannot be sent, and options that belong to another sandbox', async () => {
    writeFileSync(join(folder, 'short.json'), '{"sections":{"main":[{"answer":{}},{"hangup":{}}]}}');
    expect(await patchbay(['ring', '--document', 'short.json', '--signature-prefix', 'X Acme'])).toMatchObject({
      code: 2,
      err: expect.stringContaining('--signature-prefix: use the part of the header name before -Signature'),
    });
    expect(await patchbay(['ring', '+12065550100', '--url', 'http://127.0.0.1:9', '--signing-key', 'k'])).toMatchObject(
      {
        code: 2,
        err: expect.stringContaining('belong to the sandbox at --url'),
      },
    );
  });

  it('prints the whole result as JSON', async () => {
    writeFileSync(join(folder, 'short.json'), '{"sections":{"main":[{"answer":{}},{"hangup":{}}]}}');
    const { code, out } = await patchbay(['ring', '--document', 'short.json', '--json']);
    expect([code, JSON.parse(out)]).toEqual([0, expect.objectContaining({ problems: [], outcome: 'ended' })]);
  });

  it('refuses an answer with an unknown outcome, and more than one number', async () => {
    const answers = '{"+13125550171":{"outcome":"bussy"}}';
    expect(await patchbay(['ring', '+12065550100', '--digits', '1', '--answers', answers])).toMatchObject({
      code: 2,
      out: '',
      err: expect.stringContaining("not 'bussy'. Did you mean busy?"),
    });
    expect((await patchbay(['ring', '+12065550100', '--digits', '1', '2'])).err).toContain(
      'repeat --digits: --digits 1 --digits 2',
    );
  });
});

describe('the report of patchbay ring', () => {
  it('names the file instead of the address that serves it', async () => {
    writeFileSync(join(folder, 'list.txt'), '[]');
    const { out } = await patchbay(['ring', '--document', 'list.txt']);
    expect(out).toMatch(/list\.txt:1:1: +the document must be an object/);
    expect(out).not.toContain('127.0.0.1');
    expect(out).toMatch(/calls \+\d+, a sample number/);
    writeFileSync(join(folder, 'away.xml'), '<Response><Redirect>/next</Redirect></Response>');
    const away = (await patchbay(['ring', '--document', 'away.xml'])).out;
    expect(away).toContain('next: the response status is 404');
    expect(away).not.toContain('127.0.0.1');
  });

  it('shows what the call did not use of its script', async () => {
    const { out } = await patchbay(['ring', '+12065550100', '--digits', '2', '--digits', '7']);
    expect(out).toMatch(/not used +digits 7/);
  });

  it('exits with 3 for a document with problems', async () => {
    writeFileSync(join(folder, 'wrong.json'), '{"sections":{"main":[{"plya":"say:x"}]}}');
    expect(await patchbay(['ring', '--document', 'wrong.json'])).toMatchObject({
      code: 3,
      out: expect.stringContaining('Did you mean play?'),
    });
  });

  it('rings a number of a running sandbox', async () => {
    const sandbox = createSandbox();
    const server = await sandbox.listen();
    onTestFinished(server.close);
    const env = { PLATFORM_PROJECT_ID: server.credentials.project, PLATFORM_API_TOKEN: server.credentials.token };
    const { text } = await import('node:stream/consumers');
    const child = spawn(process.execPath, [cli, 'ring', '+12125550142', '--url', server.url], {
      env: { PATH: process.env.PATH, PATCHBAY_STATE_DIR: folder, NO_COLOR: '1', ...env },
    });
    const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
    expect([await text(child.stdout), await ended]).toEqual([expect.stringContaining('has no call handler'), 3]);
    expect(sandbox.journal).toEqual([]);
    const { data: logs } = await sandbox.client().logs.voice.list();
    expect(logs).toContainEqual(expect.objectContaining({ to: '+12125550142' }));
  });

  it.each<[string, string[], string]>([
    ['no number', ['ring'], 'needs either a number'],
    ['an unknown number', ['ring', '+13035550111'], 'is not a number of this project. Its numbers: '],
    ['a missing document', ['ring', '--document', 'absent.json'], 'absent.json cannot be read'],
    ['a wrong time', ['ring', '+12065550100', '--hangup-after', 'soon'], 'must be a number of seconds'],
    ['wrong answers', ['ring', '+12065550100', '--answers', '[]'], 'must be a JSON object'],
    ['a sandbox that does not run', ['ring', '+12065550100', '--url', 'http://127.0.0.1:1'], 'PLATFORM_PROJECT_ID'],
  ])('refuses %s', async (_, args, says) => {
    expect(await patchbay(args)).toMatchObject({ code: 2, err: expect.stringContaining(says) });
  });
});
