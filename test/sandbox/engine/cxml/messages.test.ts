import { expect, it } from 'vitest';
import { createSandbox } from '../../../../src/sandbox.js';
import { receiver } from '../../../support/loopback.js';
import { response } from './story.js';

type Fields = Readonly<Record<string, string>>;

/** Sends a message from one number of the project to another one, which is bound to a real server. */
async function texted(documents: Readonly<Record<string, string>>) {
  const requests: { readonly path: string; readonly fields: Fields }[] = [];
  const server = await receiver(({ target, body }) => {
    const url = new URL(target, 'http://127.0.0.1');
    requests.push({
      path: url.pathname,
      fields: Object.fromEntries([...url.searchParams, ...new URLSearchParams(body)]),
    });
    return { headers: { 'content-type': 'application/xml' }, body: documents[url.pathname] ?? '' };
  });
  const warnings: string[] = [];
  const sandbox = createSandbox({ empty: true, warn: (line) => warnings.push(line) });
  const client = sandbox.client();
  const { number: from } = await client.phone_numbers.purchase({ number: '+12065550101' });
  const { id, number: to } = await client.phone_numbers.purchase({ number: '+12065550107' });
  await client.phone_numbers.update(id, { message_handler: 'laml_webhooks', message_request_url: `${server.url}/sms` });
  await client.compat.messages.create({ From: from, To: to, Body: 'Hello' });
  for (let round = 0; round < 30; round++) {
    sandbox.clock.advance(5);
    await sandbox.settled();
  }
  await server.close();
  const { messages } = await client.compat.messages.list();
  const replies = messages.filter((one) => one.direction === 'outbound-api' && one.from === to);
  return {
    replies: replies.map((one) => one.body).reverse(),
    requestsTo: (path: string) => requests.filter((one) => one.path === path).map(({ fields }) => fields),
    warnings,
  };
}

it('sends the reply of a document to an inbound message', async () => {
  const { replies, requestsTo, warnings } = await texted({
    '/sms': response('<Message>Thank you</Message>', '<Message><Body>One,</Body><Body>two</Body></Message>'),
  });
  expect(requestsTo('/sms')[0]).toMatchObject({ From: '+12065550101', To: '+12065550107', Body: 'Hello' });
  expect(replies).toEqual(['Thank you', 'One,two']);
  expect(warnings).toEqual([]);
});

it('continues at the action, whose answer replaces the document', async () => {
  const { replies, requestsTo } = await texted({
    '/sms': response('<Message action="/sent" method="GET">One</Message>', '<Message>Never</Message>'),
    '/sent': response('<Redirect>/more</Redirect>'),
    '/more': response('<Message to="+15035550100">Two</Message>'),
  });
  expect(requestsTo('/sent')).toEqual([expect.objectContaining({ MessageStatus: 'sending' })]);
  expect(replies).toEqual(['One', 'Two']);
});

it('sends no reply for an empty document, and reports an invalid one', async () => {
  expect(await texted({ '/sms': response() })).toMatchObject({ replies: [], warnings: [] });
  const { replies, warnings } = await texted({
    '/sms': response('<Mesage>Hi</Mesage>', '<Message to="Ada">Hi</Message>'),
  });
  expect(replies).toEqual([]);
  expect(warnings).toEqual([
    'unknown verb <Mesage>, so it is skipped (13750). Did you mean <Message>?',
    'Message[1]: to must be a number in E.164, but it is Ada: the message is not sent',
  ]);
});

it('stops a document that redirects to itself', async () => {
  const { requestsTo, warnings } = await texted({ '/sms': response('<Redirect>/sms</Redirect>') });
  expect(requestsTo('/sms')).toHaveLength(20);
  expect(warnings).toEqual(['Redirect[0]: more than 20 documents answer one message: is there a loop?']);
});
