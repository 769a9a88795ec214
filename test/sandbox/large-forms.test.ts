import { expect, it } from 'vitest';
import { createSandbox } from '../../src/sandbox.js';

const BYTES = 7_900_000;
const filled = (piece: (at: number) => string): string => {
  const parts: string[] = [];
  for (let size = 0; size < BYTES; size += parts.at(-1)?.length ?? 0) parts.push(piece(parts.length));
  return parts.join('');
};

const sandbox = createSandbox();
const { project, token, host } = sandbox.credentials;

async function sent(body: string, type: string): Promise<{ status: number; says: string; ms: number }> {
  const authorization = `Basic ${Buffer.from(`${project}:${token}`).toString('base64')}`;
  const url = `https://${host}/api/laml/2010-04-01/Accounts/${project}/Messages`;
  const before = process.cpuUsage();
  const headers = { authorization, 'content-type': type };
  const response = await sandbox.transport.send({ method: 'POST', url, headers, body: Buffer.from(body) }, {});
  const { user, system } = process.cpuUsage(before);
  return { status: response.status, says: Buffer.from(response.body).toString(), ms: (user + system) / 1000 };
}

const FORM = 'application/x-www-form-urlencoded';
const ORDINARY = { From: '+12065550100', To: '+12065550101', Body: 'a'.repeat(BYTES) };

const SHAPES: readonly (readonly [string, (at: number) => string])[] = [
  ['broken escapes', () => 'a=%C3&'],
  ['broken names', () => '%C3&'],
  ['different names', (at) => `Name${at}=a&`],
  ['one name', () => 'MediaUrl=a&'],
  ['names of a list', (at) => `MediaUrl[${at}]=a&`],
  ['no values', (at) => `${at.toString(36)}&`],
  ['empty pairs', () => '=&'],
  ['numbers as names', (at) => `${at}=&`],
];

it.each(SHAPES)(
  'a form with millions of %s is refused in the time of an ordinary body of that size',
  async (_, piece) => {
    const form = filled(piece);
    const json = JSON.stringify(ORDINARY);
    // A busy machine can make one measurement wrong.
    for (let round = 1; ; round++) {
      const ordinary = await sent(json, 'application/json');
      const { status, says, ms } = await sent(form, FORM);
      expect([status, says]).toEqual([400, expect.stringContaining('the form has more than 10000 fields')]);
      if (ms < 5 * Math.max(ordinary.ms, 15)) return;
      if (round === 3) expect(ms).toBeLessThan(5 * Math.max(ordinary.ms, 15));
    }
  },
);

it('one field may have many broken escapes', async () => {
  const form = new URLSearchParams({ From: ORDINARY.From, To: ORDINARY.To }).toString();
  const { ms } = await sent(`${form}&Body=${'%C3'.repeat(BYTES / 3)}`, FORM);
  const ordinary = await sent(JSON.stringify(ORDINARY), 'application/json');
  expect(ms).toBeLessThan(20 * Math.max(ordinary.ms, 15));
});
