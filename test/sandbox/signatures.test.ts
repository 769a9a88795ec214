import { createHash, createHmac } from 'node:crypto';
import { expect, it, onTestFinished } from 'vitest';
import { webhookEntry } from '../../src/cassette/index.js';
import { isCredentialName } from '../../src/redact/index.js';
import { createSandbox, type SandboxOptions, type Webhook } from '../../src/sandbox.js';
import { type Received, receiver } from '../support/loopback.js';

const KEY = 'PSK_test';
const NUMBER = '+12065550107';
const FROM = '+12065550108';
const PERSON = '+15035550100';
const swml = (...main: unknown[]) => JSON.stringify({ sections: { main } });
const xml = (...verbs: string[]) => `<Response>${verbs.join('')}</Response>`;

type Answers = Readonly<Record<string, string>>;

/** A sandbox with two numbers, and a server that answers by path. `BASE` in an answer is the server. */
async function opened(answers: Answers, options: SandboxOptions = {}) {
  const server = await receiver(({ target }) => {
    const body = (answers[pathOf(target)] ?? '').replaceAll('BASE', server.url);
    return { body, headers: { 'content-type': body.startsWith('<') ? 'application/xml' : 'application/json' } };
  });
  const sandbox = createSandbox({ empty: true, signing_key: KEY, ...options });
  onTestFinished(async () => {
    await sandbox.close();
    await server.close();
  });
  const client = sandbox.client();
  const { id } = await client.phone_numbers.purchase({ number: NUMBER });
  await client.phone_numbers.purchase({ number: FROM });
  const only = (path: string): Received => {
    const all = server.received.filter(({ target }) => pathOf(target) === path);
    expect(
      all.map(({ target }) => pathOf(target)),
      path,
    ).toEqual([path]);
    return all[0] as Received;
  };
  const paths = () => [...new Set(server.received.map(({ target }) => pathOf(target)))].sort();
  return { ...server, sandbox, client, id, only, paths, base: server.url };
}

const pathOf = (target: string) => target.replace(/\?.*/, '');
const plain = (text: string) => decodeURIComponent(text.replaceAll('+', ' '));
const hmac = (hash: string, text: string, key = KEY) => createHmac(hash, key).update(text);

const signaturesOf = ({ headers }: Received) => ({
  sha1: headers['x-platform-signature'],
  sha256: headers['x-platform-sha256-signature'],
});
const NONE = { sha1: undefined, sha256: undefined };

/** What a server computes for the request for a document in SWML: the URL, followed by the raw body. */
const ofDocument = (base: string, { target, body }: Received, key = KEY) => ({
  sha1: hmac('sha1', `${base}${target}${body}`, key).digest('hex'),
  sha256: hmac('sha256', `${base}${target}${body}`, key).digest('hex'),
});

/** What a server computes for a request of cXML: the URL, followed by the fields of the form, sorted by name. */
function ofForm(base: string, { target, body }: Received) {
  const fields = body === '' ? [] : body.split('&').map((one) => one.split('=').map(plain));
  const names = [...new Set(fields.map(([name = '']) => name))].sort();
  const text = names.flatMap((name) => fields.filter(([one]) => one === name).map(([, value = '']) => name + value));
  return { sha1: hmac('sha1', `${base}${target}${text.join('')}`).digest('base64'), sha256: undefined };
}

it('signs the requests for call documents in SWML with both headers, and no other request of SWML', async () => {
  const { sandbox, client, id, base, received, only, paths } = await opened({
    '/main': swml(
      { execute: { dest: 'BASE/sub?a=1&b=x%20y', params: { name: 'Zoë' } } },
      {
        connect: {
          to: PERSON,
          confirm: 'BASE/confirm',
          call_state_url: 'BASE/leg',
          call_state_events: ['answered'],
          status_url: 'BASE/connected',
        },
      },
      { request: { url: 'BASE/crm', method: 'POST', body: { a: 1 } } },
      { pay: { payment_connector_url: 'BASE/charge', postal_code: false, security_code: false } },
      { join_conference: { name: 'Team', wait_url: 'BASE/wait' } },
    ),
    '/sub': swml({ return: 1 }),
    '/confirm': swml({ play: 'say:Hi' }),
    '/crm': '{}',
    '/charge': '{"charge_id":"c1","error_code":null}',
    '/wait': swml({ sleep: 60_000 }),
  });
  await client.phone_numbers.set_swml_webhook(id, `${base}/main`);
  await sandbox.ring(NUMBER, {
    digits: ['4242424242424242#', '1299'],
    answers: { [PERSON]: { hangup_after: 5 } },
    hangup_after: 60,
  });
  await sandbox.settled();
  const documents = ['/confirm', '/main', '/sub', '/wait'];
  const others = ['/charge', '/connected', '/crm', '/leg'];
  expect(paths()).toEqual([...documents, ...others].sort());
  for (const one of received)
    expect(signaturesOf(one), one.target).toEqual(
      documents.includes(pathOf(one.target)) ? ofDocument(base, one) : NONE,
    );
  expect(only('/sub').body).toContain('Zoë');
});

it('signs a URL without its credentials, which become basic authentication', async () => {
  const { sandbox, client, id, base, only } = await opened({
    '/main': swml({ transfer: 'USER/next' }).replace('USER', 'BASE'.replace('BASE', 'http://ann:p%40ss@HOST')),
  });
  const url = `${base.replace('//', '//ann:p%40ss@')}/main`;
  await client.phone_numbers.set_swml_webhook(id, url);
  await sandbox.ring(NUMBER);
  expect(signaturesOf(only('/main'))).toEqual(ofDocument(base, only('/main')));
  expect(only('/main').headers.authorization).toBe(`Basic ${btoa('ann:p@ss')}`);
});

it('signs every request of cXML with one header', async () => {
  const { sandbox, client, id, base, received, paths } = await opened({
    '/main': xml('<Gather action="/keys?menu=a%20b" method="POST" numDigits="1"/>'),
    '/keys': xml(
      '<Dial action="/dialled" method="GET"><Number url="/whisper" statusCallback="/leg" statusCallbackEvent="answered">+15035550100</Number></Dial>',
    ),
    '/whisper': xml(),
    '/dialled': xml('<Record action="/recorded" recordingStatusCallback="/recording"/>'),
    '/recorded': xml('<Sms statusCallback="/sms">Zoë &amp; Co</Sms><Redirect>/moved</Redirect>'),
    '/moved': xml('<Enqueue action="/left" waitUrl="/wait">support</Enqueue>'),
    '/wait': xml('<Leave/>'),
  });
  await client.phone_numbers.set_cxml_webhook(id, `${base}/main`);
  await sandbox.ring(NUMBER, {
    digits: ['1'],
    speech: ['Hello'],
    answers: { [PERSON]: { hangup_after: 5 } },
  });
  sandbox.clock.advance(10);
  await sandbox.settled();
  expect(paths()).toEqual('/dialled /keys /left /leg /main /moved /recorded /recording /sms /wait /whisper'.split(' '));
  for (const one of received) expect(signaturesOf(one), one.target).toEqual(ofForm(base, one));
});

it('signs a JSON body of cXML by its hash, which is part of the URL', async () => {
  const { sandbox, client, id, base, only } = await opened({
    '/main': xml('<Pay paymentConnectorUrl="/charge?shop=1" securityCode="false" postalCode="false" action="/paid"/>'),
    '/charge': '{"charge_id":"c1","error_code":null}',
    '/paid': xml(),
  });
  await client.phone_numbers.set_cxml_webhook(id, `${base}/main`);
  await sandbox.ring(NUMBER, { digits: ['4242424242424242#', '1299#'] });
  const { target, body } = only('/charge');
  const hash = createHash('sha256').update(body).digest('hex');
  expect(target).toBe(`/charge?shop=1&bodySHA256=${hash}`);
  const sha1 = hmac('sha1', `${base}${target}`).digest('base64');
  expect(signaturesOf(only('/charge'))).toEqual({ sha1, sha256: undefined });
});

it('signs the request that follows a redirect with its own URL', async () => {
  const { sandbox, client, id, base, received } = await opened({});
  const moved = await receiver(({ target }) => ({
    status: target === '/old' ? 307 : 200,
    headers: { 'content-type': 'application/xml', location: '/new' },
    body: xml(),
  }));
  onTestFinished(() => moved.close());
  await client.phone_numbers.set_cxml_webhook(id, `${moved.url}/old`);
  await sandbox.ring(NUMBER);
  expect(moved.received.map(({ target }) => target)).toEqual(['/old', '/new']);
  for (const one of moved.received) expect(signaturesOf(one)).toEqual(ofForm(moved.url, one));
  expect([base, received]).toEqual([base, []]);
});

it('signs message documents in cXML, and the status callbacks of the compatible API', async () => {
  const { sandbox, client, id, base, received, paths } = await opened({
    '/sms': xml('<Message action="/sent" statusCallback="/status">Zoë</Message>'),
  });
  await client.phone_numbers.update(id, { message_handler: 'laml_webhooks', message_request_url: `${base}/sms` });
  await client.compat.messages.create({ From: FROM, To: NUMBER, Body: 'a=b & c', StatusCallback: `${base}/status` });
  for (let round = 0; round < 4; round++) {
    sandbox.clock.advance(5);
    await sandbox.settled();
  }
  expect(paths()).toEqual(['/sent', '/sms', '/status']);
  for (const one of received) expect(signaturesOf(one), one.target).toEqual(ofForm(base, one));
});

it('signs the requests of a message document in SWML with one header, and the URL as it is configured', async () => {
  const { sandbox, client, id, base, only } = await opened({ '/next': swml({ reply: 'Bye' }), '/crm': '{}' });
  const withUser = base.replace('//', '//ann:secret@');
  const contents = {
    version: '1.0.0',
    sections: {
      main: [
        { request: { url: `${withUser}/crm`, method: 'POST', body: { a: 1 } } },
        { transfer: { dest: `${base}/next` } },
      ],
    },
  };
  const script = await client.fabric.swml_scripts.create({ name: 'Answers', script_type: 'messaging', contents });
  await client.fabric.resources.assign_phone_route(script.id, { phone_route_id: id, handler: 'messaging' });
  await client.compat.messages.create({ From: FROM, To: NUMBER, Body: 'Hello' });
  for (let round = 0; round < 4; round++) {
    sandbox.clock.advance(5);
    await sandbox.settled();
  }
  const { sha1: ofNext } = ofDocument(base, only('/next'));
  expect(signaturesOf(only('/next'))).toEqual({ sha1: ofNext, sha256: undefined });
  const { sha1: ofCrm } = ofDocument(withUser, only('/crm'));
  expect(signaturesOf(only('/crm'))).toEqual({ sha1: ofCrm, sha256: undefined });
  expect(only('/crm').headers.authorization).toBe(`Basic ${btoa('ann:secret')}`);
});

it('uses the header names of `signature_prefix`', async () => {
  const { sandbox, client, id, base, only } = await opened({ '/main': swml('hangup') }, { signature_prefix: 'X-Acme' });
  await client.phone_numbers.set_swml_webhook(id, `${base}/main`);
  await sandbox.ring(NUMBER);
  const { headers } = only('/main');
  expect(signaturesOf(only('/main'))).toEqual(NONE);
  expect({ sha1: headers['x-acme-signature'], sha256: headers['x-acme-sha256-signature'] }).toEqual(
    ofDocument(base, only('/main')),
  );
});

it('has a key that depends on the token, and signs with the new key after a rotation', async () => {
  const keys = [createSandbox(), createSandbox(), createSandbox({ seed: 2 }), createSandbox({ token: 'other' })];
  const [first, same, ...others] = keys.map(({ signing_key }) => signing_key);
  expect(first).toMatch(/^PSK_[\w-]{32}$/);
  expect(same).toBe(first);
  expect(new Set([first, ...others]).size).toBe(3);

  const { sandbox, client, id, base, only } = await opened({ '/main': swml('hangup') });
  const { signing_key } = await client.beyond.projects.rotate_signing_key(sandbox.credentials.project);
  expect(signing_key).not.toBe(KEY);
  expect(sandbox.signing_key).toBe(signing_key);
  await client.phone_numbers.set_swml_webhook(id, `${base}/main`);
  await sandbox.ring(NUMBER);
  expect(signaturesOf(only('/main'))).toEqual(ofDocument(base, only('/main'), signing_key as string));
});

it('keeps signatures out of recordings and journals', async () => {
  const { sandbox, client, id, base, only } = await opened({ '/main': swml('hangup') });
  const sent: Webhook[] = [];
  sandbox.webhooks.follow((one) => sent.push(one));
  await client.phone_numbers.set_swml_webhook(id, `${base}/main`);
  const rung = await sandbox.ring(NUMBER);
  const { sha1, sha256 } = signaturesOf(only('/main'));
  expect([sha1, sha256]).toEqual([expect.any(String), expect.any(String)]);
  const kept = JSON.stringify([sent.map(webhookEntry), sandbox.journal, rung, sandbox.snapshot()]);
  expect(kept).toContain(`${base}/main`);
  for (const one of [sha1, sha256]) expect(kept).not.toContain(one);
  // The bench masks the headers whose names mean a credential.
  expect(['x-acme-signature', 'x-acme-sha256-signature'].filter(isCredentialName)).toHaveLength(2);
});

it.each([
  [{ signature_prefix: 'X Acme' }, /the part of the header name before -Signature, such as X-Platform/],
  [{ signature_prefix: 'X-Acme-Signature' }, /the part of the header name before -Signature/],
  [{ signature_prefix: '' }, /signature_prefix/],
  [{ signing_key: '' }, /signing_key.*ASCII/],
  [{ signing_key: 'a b' }, /signing_key/],
])('refuses %j', (options, message) => {
  expect(() => createSandbox(options)).toThrow(message);
});
