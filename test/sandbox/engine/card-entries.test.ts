import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { createBench } from '../../../src/bench/index.js';
import { recordServed } from '../../../src/cli/sandbox/record-served.js';
import { KnownSecrets } from '../../../src/redact/index.js';
import { createSandbox, type Sandbox } from '../../../src/sandbox.js';
import { receiver } from '../../support/loopback.js';

const NUMBER = '+12065550107';
const CARD = '4111111111111111';
const CODE = '737';
const DIGITS = [`${CARD}#`, '1299#', `${CODE}#`, '98101#'];

const folder = mkdtempSync(join(tmpdir(), 'cards-'));
afterAll(() => rmSync(folder, { recursive: true }));
const file = (name: string) => join(folder, name);
const isCode = new RegExp(`(?<![\\w.-])${CODE}(?![\\w.-])`);

type Language = 'SWML' | 'cXML';

/** A number whose document asks for a card, and the requests that its servers received. */
async function payment(language: Language) {
  const received: { path: string; body: string }[] = [];
  let sandbox: Sandbox | undefined;
  let whileCharging: string | undefined;
  const server = await receiver((request) => {
    const path = request.target.split('?')[0] ?? '';
    received.push({ path, body: request.body });
    if (path === '/charge') {
      whileCharging = JSON.stringify(sandbox?.snapshot());
      return { status: 200, headers: { 'content-type': 'application/json' }, body: '{"charge_id":"ch_1"}' };
    }
    return language === 'SWML'
      ? { headers: { 'content-type': 'application/json' }, body: JSON.stringify(swml(server.url)) }
      : { headers: { 'content-type': 'application/xml' }, body: path === '/main' ? CXML : '<Response/>' };
  });
  sandbox = createSandbox({ empty: true });
  const { phone_numbers } = sandbox.client();
  const { id } = await phone_numbers.purchase({ number: NUMBER });
  if (language === 'SWML') await phone_numbers.set_swml_webhook(id, `${server.url}/main`);
  else await phone_numbers.set_cxml_webhook(id, `${server.url}/main`);
  return { sandbox, server, received, charging: () => whileCharging };
}

const swml = (url: string) => ({
  sections: {
    main: [{ pay: { payment_connector_url: `${url}/charge`, charge_amount: '20', status_url: `${url}/status` } }],
  },
});
const CXML =
  '<Response><Pay paymentConnectorUrl="/charge" chargeAmount="20.00" action="/paid" statusCallback="/status"/></Response>';

describe.each(['SWML', 'cXML'] as const)('a payment in %s', (language) => {
  it.each([
    ['a list', DIGITS],
    [
      'a function',
      (
        (left) => () =>
          left.shift() ?? null
      )([...DIGITS]),
    ],
  ])('sends the card to the connector only, entered by %s', async (_how, digits) => {
    const { sandbox, received, charging } = await payment(language);
    const webhooks: unknown[] = [];
    const cards: string[] = [];
    sandbox.webhooks.follow(({ request }) => webhooks.push(request));
    sandbox.followCards((number) => cards.push(number));
    const call = await sandbox.ring(NUMBER, { digits });
    await sandbox.settled();
    const charged = received.find(({ path }) => path === '/charge');
    expect(JSON.parse(charged?.body ?? '')).toMatchObject({ cardnumber: CARD, cvv: CODE });
    expect(JSON.stringify(call)).toContain('[card]');
    const kept = {
      call,
      webhooks,
      journal: sandbox.journal,
      callbacks: sandbox.callbacks,
      snapshot: sandbox.snapshot(),
    };
    const text = JSON.stringify(kept) + charging();
    expect(text).not.toContain(CARD);
    expect(text).not.toMatch(isCode);
    expect(new Set(cards)).toEqual(new Set([CARD, CODE]));
    for (const one of received.filter(({ path }) => path !== '/charge')) expect(one.body).not.toContain(CARD);
  });

  it('lists unused entries of a card without their digits', async () => {
    const { sandbox } = await payment(language);
    const { unused } = await sandbox.ring(NUMBER, { digits: ['*', ...DIGITS] });
    expect(unused).toEqual(Array(4).fill('digits [card]'));
    expect(JSON.stringify(sandbox.snapshot())).not.toContain(CARD);
  });

  it('ends the payment of a snapshot that another process restores', async () => {
    const { sandbox, charging } = await payment(language);
    await sandbox.ring(NUMBER, { digits: DIGITS });
    const other = createSandbox({ empty: true });
    other.restore(JSON.parse(charging() ?? ''));
    await other.settled();
    expect(JSON.stringify(other.snapshot())).toContain('the card was entered in another process');
  });
});

describe.each(['SWML', 'cXML'] as const)('a session with a payment in %s', (language) => {
  it.each([true, false])('has no card in its files and on its screen (redacted: %s)', async (redact) => {
    const { server, received } = await payment(language);
    const bench = createBench();
    const tape = `${language}-${redact}`;
    await bench.record({ file: file(`${tape}.yaml`), redact, session: true });
    const set = language === 'SWML' ? 'set_swml_webhook' : 'set_cxml_webhook';
    const screen: unknown[] = [];
    for (const source of [
      `const { id } = await platform.phone_numbers.purchase({ number: '${NUMBER}' })`,
      `await platform.phone_numbers.${set}(id, '${server.url}/main')`,
      `await sandbox.ring('${NUMBER}', { digits: ${JSON.stringify(DIGITS)} })`,
      `.sandbox ring ${NUMBER} ${DIGITS.join(' ')}`,
      'await sandbox.settled()',
      '.last 2',
      '.history',
      ...['ts', 'yaml', 'md', 'ipynb'].map((ending) => `.save ${file(`${tape}-saved.${ending}`)}`),
    ])
      screen.push(await bench.run(source));
    await bench.close();
    expect(received.filter(({ path, body }) => path === '/charge' && body.includes(CARD)).length).toBe(2);
    const log = bench.log.events.map((event) => JSON.stringify(event, (_, value) => value?.raw ?? value));
    const shown = { screen: JSON.stringify(screen), log: log.join('\n') };
    const files = ['', '-saved'].flatMap((name) =>
      (name ? ['ts', 'yaml', 'md', 'ipynb'] : ['yaml']).map((ending) => `${tape}${name}.${ending}`),
    );
    const texts: Record<string, string> = {
      ...shown,
      ...Object.fromEntries(files.map((name) => [name, readFileSync(file(name), 'utf8')])),
    };
    for (const [name, text] of Object.entries(texts)) {
      expect(text, name).not.toContain(CARD);
      expect(text, name).not.toMatch(isCode);
    }
    expect(texts[`${tape}.yaml`]).toMatch(redact ? /cardnumber: secret_\d/ : /\[card\]/);
  });

  it('has no card in the recording of a served sandbox', async () => {
    const { sandbox } = await payment(language);
    const name = file(`${language}-served.yaml`);
    const recording = await recordServed(sandbox, name);
    const listener = await sandbox.listen(0, { through: (transport) => recording.through(transport) });
    await sandbox.ring(NUMBER, { digits: DIGITS });
    await sandbox.settled();
    recording.finish();
    await listener.close();
    const text = readFileSync(name, 'utf8');
    expect(text).toMatch(/cardnumber: secret_\d/);
    expect(text).not.toContain(CARD);
    expect(text).not.toMatch(isCode);
  });
});

it('reports a wrong key without the digits around it', async () => {
  const ring = createSandbox().ring(NUMBER, { digits: ['4111 1111 1111 1111'] });
  await expect(ring).rejects.toThrow("not ' '");
});

describe('a typed input', () => {
  const input = (source: string) => new KnownSecrets().input(source);
  it.each([
    [
      `sandbox.ring('${NUMBER}', { digits: ['${CARD}#', '1299#', '${CODE}', '1'] })`,
      `sandbox.ring('${NUMBER}', { digits: ['[cut]#', '[cut]#', '[cut]', '1'] })`,
    ],
    ["card = '4111 1111 1111 1111'", "card = '[cut]'"],
    [`n = ${CARD}`, "n = '[cut]'"],
    [`.sandbox ring ${NUMBER} ${CARD}# 1299# ${CODE}#`, `.sandbox ring ${NUMBER} '[cut]'# '[cut]'# '[cut]'#`],
  ])('%s is kept as %s', (source, kept) => expect(input(source)).toBe(kept));
  it.each(["id = '4111111111111112'", 'at = 1735689600000', "sku = '1299'", `'${NUMBER}'`])('%s is kept', (source) =>
    expect(input(source)).toBe(source),
  );
});

describe('a connector', () => {
  const paying = async (digits: readonly string[], answer: (body: string) => object) => {
    const sandbox = createSandbox();
    const documents = JSON.stringify(swml('https://shop.example'));
    const charged: string[] = [];
    const reply = (status: number, text: string) => ({
      status,
      headers: { 'content-type': 'application/json' },
      body: new TextEncoder().encode(text),
    });
    sandbox.webhooks.answerFrom({
      send: async ({ url, body }) => {
        if (!url.endsWith('/charge')) return reply(200, documents);
        charged.push(String(body));
        return reply(402, JSON.stringify(answer(String(body))));
      },
    });
    const seen: unknown[] = [];
    const secrets: string[] = [];
    sandbox.webhooks.follow((webhook) =>
      seen.push({ ...webhook, text: Buffer.from(webhook.response?.body ?? []).toString() }),
    );
    sandbox.followCards((secret) => secrets.push(secret));
    const { phone_numbers } = sandbox.client();
    const [number] = (await phone_numbers.list()).data;
    await phone_numbers.set_swml_webhook(String(number?.id), 'https://shop.example/main');
    const call = await sandbox.ring(String(number?.number), { digits });
    await sandbox.settled();
    return {
      charged,
      secrets,
      kept: JSON.stringify([call, seen, sandbox.journal, sandbox.callbacks, sandbox.snapshot()]),
    };
  };

  it('that repeats the card does not bring it into the call', async () => {
    const { charged, secrets, kept } = await paying(DIGITS, (body) => ({
      error_code: Number(CODE),
      error_message: body,
    }));
    expect(charged[0]).toContain(CARD);
    expect(kept).toContain('payment-connector-error');
    expect(kept).not.toContain(CARD);
    expect(kept).not.toMatch(new RegExp(`"?cvv\\W+${CODE}|\\b${CODE}\\b(?=[,}\\]"\\\\])`));
    expect(secrets).toEqual(expect.arrayContaining([CARD, CODE]));
  });

  it('is not asked for a mistyped card, which is not stored either', async () => {
    const typed = '4111111111111112';
    const { charged, secrets, kept } = await paying([`${typed}#`, '1299#', '9951#'], () => ({}));
    expect(charged).toEqual([]);
    expect(secrets).toContain(typed);
    for (const entry of [typed, '9951']) expect(kept).not.toContain(entry);
  });
});
