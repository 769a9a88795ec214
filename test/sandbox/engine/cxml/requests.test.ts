import { describe, expect, it } from 'vitest';
import { createSandbox } from '../../../../src/sandbox.js';
import { receiver, serve } from '../../../support/loopback.js';
import { response } from './story.js';

const NUMBER = '+12065550107';
type Answer = { readonly status?: number; readonly headers?: Record<string, string>; readonly body?: string };

/** Calls a number whose documents are served by path, with their status and headers. */
async function calls(answers: Readonly<Record<string, Answer>>, fallback?: string, digits: string[] = []) {
  const server = await receiver(({ target }) => {
    const { headers, ...rest } = answers[target.replace(/\?.*/, '')] ?? { status: 404 };
    return { body: '', ...rest, headers: { 'content-type': 'application/xml', ...headers } };
  });
  const sandbox = createSandbox({ empty: true });
  const { phone_numbers } = sandbox.client();
  const { id } = await phone_numbers.purchase({ number: NUMBER });
  const second = fallback === undefined ? {} : { fallback_url: `${server.url}${fallback}` };
  await phone_numbers.set_cxml_webhook(id, `${server.url}/main`, second);
  const rung = await sandbox.ring(NUMBER, { digits });
  await server.close();
  const fields = server.received.map(({ target, body, method }) => {
    const url = new URL(target, 'http://127.0.0.1');
    return { method, path: url.pathname, ...Object.fromEntries([...url.searchParams, ...new URLSearchParams(body)]) };
  });
  const problems = rung.problems.map((one) => one.replaceAll(server.url, ''));
  return { ...rung, problems, fields, url: server.url };
}

const redirect = (location: string, status = 302): Answer => ({ status, headers: { location } });
const bye = { body: response('<Say>Bye</Say>') };

describe('redirects', () => {
  it('are followed, up to three', async () => {
    const { steps, problems, requests } = await calls({
      '/main': redirect('/one'),
      '/one': redirect('/two', 301),
      '/two': redirect('/three', 307),
      '/three': bye,
    });
    expect(steps.map(({ says }) => says)).toEqual(['says "Bye"']);
    expect(problems).toEqual([]);
    expect(requests.map(({ status }) => status)).toEqual([302, 301, 307, 200]);
  });

  it('without end are reported', async () => {
    const { problems, fields } = await calls({ '/main': redirect('/main') });
    expect(problems).toEqual(['more than 3 redirects, the last to /main (11215)']);
    expect(fields).toHaveLength(4);
  });

  it('drop the parameters of the verb, with a problem', async () => {
    const main = { body: response('<Gather numDigits="1" action="/key"/>') };
    const answers = { '/main': main, '/key': redirect('/next', 308), '/next': bye };
    const { fields, problems } = await calls(answers, undefined, ['7']);
    expect(fields[1]).toMatchObject({ path: '/key', Digits: '7' });
    expect(fields[2]).toMatchObject({ path: '/next', method: 'POST', CallStatus: 'in-progress' });
    expect(fields[2]).not.toHaveProperty('Digits');
    expect(problems).toEqual(['/key redirects to /next, which is requested without Digits']);
  });

  it('do not leave this machine', async () => {
    const { problems, requests } = await calls({ '/main': redirect('https://docs.example.com/doc.xml') });
    expect(problems).toEqual([expect.stringContaining('docs.example.com is not on this machine')]);
    expect(requests).toHaveLength(1);
  });
});

describe('the fallback URL', () => {
  it('receives the code and the URL of the failure', async () => {
    const { fields, url } = await calls({ '/main': { status: 500 }, '/second': bye }, '/second');
    expect(fields[1]).toMatchObject({ path: '/second', ErrorCode: '11217', ErrorUrl: `${url}/main` });
  });

  it('is requested when an action fails', async () => {
    const answers = {
      '/main': { body: response('<Gather numDigits="1" action="/key"/>') },
      '/key': { body: '<Response><Say></Response>' },
      '/second': bye,
    };
    const { fields, steps } = await calls(answers, '/second', ['7']);
    expect(fields[2]).toMatchObject({ path: '/second', ErrorCode: '12100' });
    expect(steps.at(-1)?.says).toBe('says "Bye"');
  });

  it('is requested once', async () => {
    const { fields, outcome } = await calls({ '/main': { status: 500 }, '/second': { status: 500 } }, '/second');
    expect(fields).toHaveLength(2);
    expect(outcome).toBe('failed');
  });
});

describe('the time limits of a URL', () => {
  it('come from its fragment, which is not sent', async () => {
    const server = await serve(() => {}); // It never responds.
    const sandbox = createSandbox({ empty: true });
    const { phone_numbers } = sandbox.client();
    const { id } = await phone_numbers.purchase({ number: NUMBER });
    await phone_numbers.set_cxml_webhook(id, `${server.url}/main#rt=150&tt=9000&ot=5`);
    const { problems } = await sandbox.ring(NUMBER);
    await server.close();
    expect(problems).toEqual([
      'ot=5 in the URL must be 100–10000 milliseconds, so it is ignored',
      expect.stringContaining('no complete response within 150 ms'),
    ]);
  });
});
