// biome-ignore-all lint/suspicious/noTemplateCurlyInString: placeholders of documents.
import { describe, expect, it } from 'vitest';
import { createSandbox } from '../../../src/sandbox.js';
import { receiver } from '../../support/loopback.js';

/** Sends a message to a number that is bound to a document in SWML. `URL` in the document is a real server. */
async function texted(contents: object, body = 'Hello', answers: Readonly<Record<string, string>> = {}) {
  const server = await receiver(({ target }) => ({
    status: target in answers ? 200 : 500,
    body: answers[target] ?? '',
  }));
  const warnings: string[] = [];
  const sandbox = createSandbox({ empty: true, warn: (line) => warnings.push(line) });
  const { phone_numbers, fabric, compat } = sandbox.client();
  const { number: from } = await phone_numbers.purchase({ number: '+12065550101' });
  const { id, number: to } = await phone_numbers.purchase({ number: '+12065550107' });
  const script = await fabric.swml_scripts.create({
    name: 'Answers',
    script_type: 'messaging',
    contents: JSON.parse(JSON.stringify(contents).replaceAll('URL', server.url)),
  });
  await fabric.resources.assign_phone_route(script.id, { phone_route_id: id, handler: 'messaging' });
  await compat.messages.create({ From: from, To: to, Body: body });
  for (let round = 0; round < 4; round++) {
    sandbox.clock.advance(5);
    await sandbox.settled();
  }
  await server.close();
  const { messages } = await compat.messages.list();
  const replies = messages.filter((one) => one.direction === 'outbound-api' && one.from === to);
  return { replies: replies.map((one) => one.body).reverse(), warnings, received: server.received };
}

const main = (...steps: unknown[]) => ({ version: '1.0.0', sections: { main: steps } });

describe('a document in SWML that answers a message', () => {
  it('replies, as one reply or as steps', async () => {
    expect(await texted({ reply: 'Thank you' })).toMatchObject({ replies: ['Thank you'], warnings: [] });
    const steps = main({ reply: 'You wrote: %{message.body}' }, { receive: {} }, { reply: { body: 'Bye' } });
    expect(await texted(steps)).toMatchObject({ replies: ['You wrote: Hello', 'Bye'], warnings: [] });
  });

  it('replaces only paths, not expressions', async () => {
    const steps = main({ reply: '%{message.body} ${message.body} %{1 + 1} %{message.nothing}!' });
    expect(await texted(steps)).toMatchObject({ replies: ['Hello ${message.body}  !'], warnings: [] });
  });

  it('chooses by a transformed variable, and stops without a match', async () => {
    const choose = {
      switch: {
        variable: 'message.body',
        transform: 'lowercase_trim',
        case: { stop: [{ reply: 'Stopped' }], help: [{ reply: 'How?' }] },
      },
    };
    expect((await texted(main(choose, { reply: 'after' }), ' STOP ')).replies).toEqual(['Stopped', 'after']);
    const { replies, warnings } = await texted(main(choose, { reply: 'never' }), 'what');
    expect(replies).toEqual([]);
    expect(warnings).toEqual([expect.stringContaining('no case for message.body = "what" (swml_switch_no_match)')]);
    const inReply = { reply: { switch: { variable: 'message.body', case: { Hello: 'Hi' }, default: 'What?' } } };
    expect((await texted(main(inReply))).replies).toEqual(['Hi']);
  });

  it('executes a section that returns, and sends up to ten requests', async () => {
    const request = { request: { url: 'URL/rate', save_variables: true } };
    const { replies, warnings, received } = await texted(
      {
        sections: {
          main: [
            { execute: { dest: 'rate', params: { of: 'EUR' } } },
            { reply: 'Rate %{return_value}, %{request_result}' },
            ...Array.from({ length: 10 }, () => request),
            { reply: '%{request_result}' },
          ],
          rate: [request, { return: '%{request_response.rate} %{params.of}' }],
        },
      },
      'Hello',
      { '/rate': '{"rate":"1.1"}' },
    );
    expect(replies).toEqual(['Rate 1.1 EUR, success', 'limit_exceeded']);
    expect(received).toHaveLength(10);
    expect(warnings).toEqual([expect.stringContaining('limit_exceeded')]);
  });

  it('transfers to another document, and never returns', async () => {
    const next = JSON.stringify(main({ reply: 'Second %{params.a}' }));
    const { replies, received } = await texted(
      main({ transfer: { dest: 'URL/next', params: { a: 'b' } } }, { reply: 'never' }),
      'Hello',
      { '/next': next },
    );
    expect(replies).toEqual(['Second b']);
    expect(JSON.parse(received[0]?.body ?? '')).toMatchObject({ message: { body: 'Hello' }, params: { a: 'b' } });
  });

  it('ends the section when the jumps are used up', async () => {
    const { replies } = await texted(main({ label: 'top' }, { reply: 'Again' }, { goto: { label: 'top', max: 2 } }));
    expect(replies).toEqual(['Again', 'Again', 'Again']);
  });

  it.each([
    [main({ replay: 'Hi' }), 'main[0]: unknown verb replay. Did you mean reply?'],
    [main({ reply: { text: 'Hi' } }), 'main[0]: reply has no field text'],
    [main({ goto: { label: 'top' } }), 'there is no label top (swml_goto_label_not_found)'],
    [main({ execute: { dest: 'gone' } }), 'there is no section gone (swml_section_not_found)'],
    [main({ reply: { body: 'Hi', to: 'Ada' } }), 'to must be a number in E.164, but it is Ada'],
    [main({ label: 'a' }, { goto: { label: 'a' } }), 'more than 100 steps ran'],
  ])('reports what is wrong: %j', async (document, problem) => {
    const { warnings, replies } = await texted(document);
    expect(warnings.join('\n')).toContain(problem);
    expect(replies).toEqual([]);
  });
});
