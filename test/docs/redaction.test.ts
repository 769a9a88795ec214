import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createRedactor, type Policy, readPolicy } from '../../src/redact/index.js';
import { PolicyFile } from '../../src/redact/policy/policy.js';
import { NAME, SECRET } from '../../src/redact/replace/replacements.js';

const page = readFileSync(join(import.meta.dirname, '../../docs/redaction.md'), 'utf8');

function redact(document: unknown, policy?: Policy): unknown {
  const redactor = createRedactor(policy && { policy });
  redactor.learn(document, 'entry 1');
  return redactor.replace(document, 'entry 1');
}

describe('the page on redaction', () => {
  const [, example = ''] = /```yaml\n([\s\S]*?)```/.exec(page) ?? [];

  it('names every key of a policy with its default', async () => {
    const rows = [...page.matchAll(/^\| `(\w+)` \| `([^`]+)` \|/gm)].map(([, key, value = '']) => [
      key,
      JSON.parse(value),
    ]);
    expect(Object.fromEntries(rows)).toEqual(await readPolicy(''));
    expect(rows.map(([key]) => key)).toEqual(Object.keys(PolicyFile.shape));
  });

  it('shows a policy that has the described effect', async () => {
    const policy = await readPolicy(example, 'page.yaml');
    const document = {
      caller_name: 'Ada Lovelace',
      first_name: 'Zoe',
      data: [{ name: 'Grace Hopper' }, { name: 'Alan T.', id: 'q1' }],
      guests: [{ 'full name': 'Edsger D.' }, { 'full name': 'not this one' }],
      doorCode: '4711-0815',
      text: 'Project Nightjar at 10.0.0.7: +12069876543, (206) 987-6543, +12069876544, Support@acme.org, ann@acme.org',
    };
    expect(redact(document, policy)).toEqual({
      caller_name: 'Name1',
      first_name: 'Zoe',
      data: [{ name: 'Name2' }, { name: 'Name3', id: 'q1' }],
      guests: [{ 'full name': 'Name4' }, { 'full name': 'not this one' }],
      doorCode: 'secret_1',
      text: 'word_1 at 10.0.0.7: +12069876543, (206) 987-6543, +12005550100, Support@acme.org, user1@example.com',
    });
  });

  it('lists the numbers and addresses that redaction keeps', () => {
    const kept = [
      ...['+12065550100', '+1 206 555 0199', '206-555-0123', '+12061112222', '+490012345678'],
      ...['192.0.2.7', '198.51.100.7', '203.0.113.9', '198.18.1.2', '198.19.1.2', '2001:db8::7', '127.0.0.1'],
      ...['10.255.1.2', '169.254.255.7', '127.255.0.1', 'fdff::1', 'febf::1', 'sip:user1@example.internal'],
      ...['user1@example.com', 'sip:user9@example.com'],
    ];
    expect(redact(kept)).toEqual(kept);
    const personal = [
      '+12065550200',
      '+12062112222',
      '+4912345678',
      '192.0.3.7',
      '198.20.1.2',
      '10.0.0.1',
      'fd00::1',
      'sip:ann@pbx.local',
      'ann@example.com',
    ];
    expect((redact(personal) as string[]).filter((one) => personal.includes(one))).toEqual([]);
    expect([SECRET.isReplacement('[cut]'), NAME.isReplacement('Name1')]).toEqual([true, true]);
  });
});
