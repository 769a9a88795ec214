import { sendMessage } from '../../../subjects/messages/message.js';
import { isE164 } from '../../../subjects/own-number.js';
import { text } from '../../verbs/parameters.js';
import { verb } from '../../verbs/verb.js';
import { callback, content, method, url } from '../attributes.js';
import { continueAt } from '../cxml-request.js';

const MAX_TEXT = 1600;

export const sms = verb({
  language: 'cxml',
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
  answers: true,
  sets: [],
  callbacks: ['statusCallback'],
  start(context, { text: body, action, method: by, statusCallback: status_callback = null, ...given }) {
    const { call, state } = context;
    const isInbound = call.direction === 'inbound';
    const to = given.to ?? (isInbound ? call.from : call.to);
    const from = given.from ?? (isInbound ? call.to : call.from);
    const isValid = isE164(to) && body.length <= MAX_TEXT;
    if (!isE164(to)) context.problem(`to must be a number in E.164, but it is ${to}: the message is not sent`);
    if (body.length > MAX_TEXT) context.problem(`the text has ${body.length} characters; the limit is 1,600`);
    const message = isValid ? sendMessage(state, { from, to, body, source: 'laml', status_callback }) : undefined;
    context.report(message ? `sends a message to ${to}: ${body}` : 'sends no message');
    if (action === undefined) return { do: 'next' };
    const SmsSid = message?.id ?? context.newId();
    return continueAt(context, action, by, { SmsSid, SmsStatus: message ? 'sending' : 'invalid' });
  },
});
