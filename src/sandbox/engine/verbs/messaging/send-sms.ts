import { sendText } from '../../acts/message.js';
import { list, text } from '../parameters.js';
import { swmlVerb } from '../verb.js';

export const send_sms = swmlVerb({
  stage: 'messaging',
  name: 'send_sms',
  summary: 'Send a message.',
  alsoCalled: ['sms', 'text', 'message', 'send_message'],
  parameters: {
    to_number: text({ required: true, doc: 'The recipient, in E.164.' }),
    from_number: text({ required: true, doc: 'The sender, in E.164.' }),
    body: text({ doc: 'The text; optional with media.' }),
    media: list(text(), { doc: 'URLs of media, which make it an MMS.' }),
    region: text({ doc: 'The region that sends it.', ignored: true }),
    tags: list(text(), { doc: 'Tags for the log.', ignored: true }),
    status_callback: text({ relative: true, doc: 'Receives each state of the message.' }),
  },
  effect: { kind: 'simulated' },
  answers: false,
  sets: ['send_sms_result'],
  callbacks: ['messaging.message'],
  start(context, { to_number: to, from_number: from, body = null, media = [], status_callback = null }) {
    const text = { from, to, body, media_urls: media, status_callback, source: 'realtime_api' } as const;
    const sent = sendText(context.state, text);
    const isSent = 'message' in sent;
    context.set('send_sms_result', isSent ? 'success' : 'failed');
    if (isSent) context.report(`sends ${JSON.stringify(body ?? media.join(', '))} to ${to}`);
    else context.fails('relay_script_method_execute_failed', sent.problem);
    return { do: 'next' };
  },
});
