import { expect, it } from 'vitest';
import { createSandbox } from '../../../../src/sandbox.js';
import { receiver } from '../../../support/loopback.js';
import { response } from './story.js';

it('fills in the parameters of the request in a stored document', async () => {
  const sandbox = createSandbox({ empty: true });
  const client = sandbox.client();
  const { id, number } = await client.phone_numbers.purchase({ number: '+12065550107' });
  const contents = response('<Say>Hello {{From}}, {{ name }}{{Nothing}}</Say>');
  const { request_url } = await client.compat.laml_bins.create({ Name: 'hello', Contents: contents });
  await client.phone_numbers.set_cxml_webhook(id, String(request_url));
  const { steps, problems } = await sandbox.ring(number, { from: '+15035550199' });
  expect(steps.map(({ says }) => says)).toEqual(['says "Hello +15035550199,"']);
  expect(problems).toEqual([]);
});

it('runs the document of an outbound call after its answer', async () => {
  const requests: string[] = [];
  const server = await receiver(({ target, body }) => {
    requests.push(`${target} ${new URLSearchParams(body).get('CallStatus')}`);
    const main = response('<Gather actionOnEmptyResult="true" action="/done"/>');
    return { body: target === '/main' ? main : response('<Hangup/>') };
  });
  const sandbox = createSandbox({ empty: true });
  const client = sandbox.client();
  const { number } = await client.phone_numbers.purchase({ number: '+12065550107' });
  const { sid } = await client.compat.calls.create({ From: number, To: '+15035550199', Url: `${server.url}/main` });
  for (let round = 0; round < 10; round++) {
    sandbox.clock.advance(5);
    await sandbox.settled();
  }
  await server.close();
  expect(requests).toEqual(['/main in-progress', '/done in-progress']);
  expect(await client.compat.calls.get(String(sid))).toMatchObject({ status: 'completed' });
});
