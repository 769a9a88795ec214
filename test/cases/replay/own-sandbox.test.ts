import { expect, it } from 'vitest';
import { importCase, replay } from '../../../src/cases/index.js';
import { createSandbox } from '../../../src/sandbox.js';

const TICKET = `curl https://harbour.example.com/api/relay/rest/phone_numbers
HTTP/1.1 200 OK

{"data":[{"id":"7c3f1a52-8f0e-4d2b-8a52-0f1d2c3b4a59","number":"+15035550142","call_handler":null}]}
`;

it('leaves the sandbox of the caller open, with its own servers', async () => {
  const recording = importCase([{ name: 'ticket.txt', text: TICKET }]);
  const sandbox = createSandbox({ from: recording });
  await replay(recording, { sandbox });
  const document = JSON.stringify({ version: '1.0.0', sections: { main: [{ play: 'say:Hello.' }] } });
  sandbox.webhooks.answerFrom({
    send: async () => ({ status: 200, headers: {}, body: new TextEncoder().encode(document) }),
  });
  const platform = sandbox.client();
  const [line] = (await platform.phone_numbers.list()).data;
  if (!line) throw new Error('the sandbox has no number');
  await platform.phone_numbers.set_swml_webhook(line.id, 'https://example.com/hello.json');
  const { steps } = await sandbox.ring(line.number);
  expect(steps.map(({ says }) => says)).toEqual(['plays say:Hello.']);
  await sandbox.close();
});
