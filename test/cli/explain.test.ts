import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { shellContext } from '../../src/cli/shell-context.js';
import { sharedCommands } from '../../src/commands/index.js';
import { patchbayIn } from '../support/run-patchbay.js';

const folder = mkdtempSync(join(tmpdir(), 'explain-'));
afterAll(() => rmSync(folder, { recursive: true }));
const patchbay = patchbayIn(folder);

const TICKET = `curl -u project:PT0123456789abcdef0123456789abcdef01234567 https://acme.example.com/api/relay/rest/verified_caller_ids \\
  -H 'Content-Type: application/json' -d '{"nmber":"+14155552671"}'
`;

describe('patchbay explain', () => {
  it('explains a pasted curl command that the sandbox answers, and prints a call that succeeds', async () => {
    const imported = await patchbay(['import', '-', '-o', 'ticket.yaml'], TICKET);
    expect(imported.out).toContain('next: patchbay explain ticket.yaml');
    const { code, out, err } = await patchbay(['explain', 'ticket.yaml']);
    expect([code, err]).toEqual([0, '']);
    expect(out).toContain('1  verified_callers.create → 422 in the sandbox\n');
    expect(out).toMatch(/^1 request, 0 failed\.\s+The sandbox refuses 1 request without a recorded response\./);
    expect(out).toMatch(/status +the recording has no response: the sandbox gave this one/);
    expect(out).toMatch(/ field +number\n/);
    expect(out).toMatch(/ the sandbox +“number is required/);
    expect(out).toMatch(/await platform\.verified_callers\.create\(\{ number: '\+1\d+' \}\)/);
  });

  it('shows the progress of a long explanation, and removes it', async () => {
    const long = join(folder, 'long.ndjson');
    const request = { method: 'GET', url: 'https://space.example.com/api/relay/rest/queues' };
    const header = { kind: 'cassette', version: 1, origin: 'imported', tool: 'test', redaction: 'none' };
    const entries = Array.from({ length: 250 }, () => ({ kind: 'http', request, response: { status: 200 } }));
    writeFileSync(long, [header, ...entries].map((one) => `${JSON.stringify(one)}\n`).join(''));
    const shown: string[] = [];
    const context = { ...shellContext(), progress: (line: string) => void shown.push(line) };
    await sharedCommands.explain?.run?.({ values: {}, positionals: [long] }, context);
    expect(shown).toEqual(['100 of 250 requests explained', '200 of 250 requests explained', '']);
  });

  it('says why it shows no corrected purchase', async () => {
    await patchbay(['import', '-', '-o', 'purchase.yaml'], TICKET.replace('verified_caller_ids', 'phone_numbers'));
    const { out } = await patchbay(['explain', 'purchase.yaml']);
    expect(out).toContain('phone_numbers.purchase → 422');
    expect(out).toContain('because this request costs money');
    expect(out).not.toContain('await platform');
  });

  it('redacts a recording that is not redacted', async () => {
    const header = { kind: 'cassette', version: 1, origin: 'imported', tool: 'test', redaction: 'none' };
    const entry = {
      kind: 'http',
      op: 'mfa.sms',
      request: {
        method: 'POST',
        url: 'https://acme.example.com/api/relay/rest/mfa/sms',
        body: { json: { to: '+14155552671', from: 7 } },
      },
      response: {
        status: 422,
        body: {
          json: {
            errors: [{ detail: '+14155552671 cannot be reached', status: '422', title: 'Invalid', code: '422' }],
          },
        },
      },
    };
    writeFileSync(join(folder, 'raw.ndjson'), `${JSON.stringify(header)}\n${JSON.stringify(entry)}\n`);
    for (const args of [
      ['explain', 'raw.ndjson'],
      ['explain', 'raw.ndjson', '--json'],
    ]) {
      const { code, out, err } = await patchbay(args);
      expect([code, out.includes('mfa.sms')]).toEqual([0, true]);
      expect(out + err).not.toContain('4155552671');
    }
  });

  it('prints the explanation of one request as JSON', async () => {
    const file = join(import.meta.dirname, '../../fixtures/errors/invalid-field.yaml');
    const all = JSON.parse((await patchbay(['explain', file, '--json'])).out);
    expect(all.failures.length).toBeGreaterThan(1);
    const [{ exchange }] = all.failures;
    expect(JSON.parse((await patchbay(['explain', file, `${exchange}`, '--json'])).out).failures).toEqual([
      all.failures[0],
    ]);
    expect(await patchbay(['explain', file, '999'])).toMatchObject({
      code: 2,
      err: expect.stringContaining('has no request 999'),
    });
  });

  it('succeeds when nothing failed', async () => {
    const file = join(import.meta.dirname, '../../fixtures/paging/queues.yaml');
    expect(await patchbay(['explain', file])).toMatchObject({
      code: 0,
      out: expect.stringContaining('Nothing failed'),
    });
  });
});
