import { sendText } from '../../acts/message.js';
import { text } from '../../verbs/parameters.js';
import { cxmlVerb } from '../../verbs/verb.js';
import { callback, content, method, url } from '../attributes.js';
import { continueAt, statusCallback as reportStatus } from '../cxml-request.js';

export const sms = cxmlVerb({
  stage: 'messaging',
  name: 'Sms',
  summary: 'Send a message during the call.',
  parameters: {
    text: content('The text of the message.'),
    to: text({ doc: 'Default: the other side of the call.' }),
    from: text({ doc: 'The sender; default: a number of the platform.' }),
    action: url('Receives the state of the message.'),
    method: method(),
    statusCallback: callback('Receives the status of the message.'),
  },
  effect: { kind: 'simulated' },
  callbacks: ['statusCallback'],
  start(context, { text: body, action, method: by, statusCallback: status_callback = null, ...given }) {
    const { call, state } = context;
    const isInbound = call.direction === 'inbound';
    const to = given.to ?? (isInbound ? call.from : call.to);
    const from = given.from ?? (isInbound ? call.to : call.from);
    const sent = sendText(state, { from, to, body, source: 'laml', status_callback, from_call: true });
    const id = 'message' in sent ? sent.message.id : undefined;
    if ('problem' in sent) context.problem(`${sent.problem}: the message is not sent`);
    context.report(id === undefined ? 'sends no message' : `sends a message to ${to}: ${body}`);
    const SmsSid = id ?? context.newId();
    const failed = { url: status_callback ?? undefined, method: 'POST', event: 'messaging.message.failed' } as const;
    if (id === undefined) reportStatus(context, failed, { SmsSid, SmsStatus: 'failed' });
    if (action === undefined) return { do: 'next' };
    return continueAt(context, action, by, { SmsSid, SmsStatus: id === undefined ? 'invalid' : 'sending' });
  },
});
