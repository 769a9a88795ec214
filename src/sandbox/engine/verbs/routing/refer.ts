import { any, map, text } from '../parameters.js';
import { verb } from '../verb.js';

const REFER_SECONDS = 2;

export const sip_refer = verb({
  language: 'swml',
  stage: 'routing',
  name: 'sip_refer',
  summary: 'Send a SIP call to another SIP address.',
  parameters: {
    to_uri: text({ required: true, doc: 'A SIP address.' }),
    status_url: text({ doc: 'Receives calling.call.refer.' }),
    username: text({ doc: 'The user name of SIP authentication.', ignored: true }),
    password: text({ doc: 'The password of SIP authentication.', ignored: true }),
  },
  effect: { kind: 'simulated' },
  answers: true,
  sets: ['sip_refer_to', 'sip_refer_result', 'return_value', 'sip_refer_response_code', 'sip_refer_to_response_code'],
  callbacks: ['calling.call.refer'],
  start(context, { to_uri }) {
    context.set('sip_refer_to', to_uri);
    const isSip = context.call.type === 'relay_sip_call' && /^sips?:\S+$/.test(to_uri);
    if (!isSip) {
      context.set('sip_refer_result', 'failed');
      context.set('return_value', 'failed');
      context.fails(
        'relay_script_method_execute_failed',
        context.call.type === 'relay_sip_call'
          ? `${to_uri} must start with sip: or sips:`
          : 'REFER requires a SIP call',
      );
      return { do: 'next' };
    }
    context.report(`refers the caller to ${to_uri}`);
    return { do: 'wait', for: 'time', seconds: REFER_SECONDS };
  },
  resume(context, _event, { to_uri, status_url }) {
    const result = context.answerFor('sip_refer')?.result ?? 'success';
    const code = result === 'success' ? '202' : '603';
    const notified = result === 'success' ? '200' : '603';
    context.set('sip_refer_result', result);
    context.set('return_value', result);
    context.set('sip_refer_response_code', code);
    context.set('sip_refer_to_response_code', notified);
    const codes = { sip_refer_response_code: code, sip_notify_response_code: notified };
    context.callback(status_url, 'calling.call.refer', { state: result, sip_refer_to: to_uri, ...codes });
    context.report(result === 'success' ? 'the caller leaves the platform' : 'the other side refused');
    return result === 'success' ? { do: 'hangup', reason: `referred to ${to_uri}` } : { do: 'next' };
  },
});

export const user_event = verb({
  language: 'swml',
  stage: 'routing',
  name: 'user_event',
  summary: 'Send an event to the connected client.',
  parameters: { event: map(any(), { required: true, doc: 'The event.' }) },
  effect: { kind: 'not simulated', lacks: 'no client is connected' },
  answers: true,
  sets: [],
  callbacks: [],
  start(context, { event }) {
    context.report(`sends the event ${Object.keys(event).join(', ')}`);
    context.notSimulated('no client is connected');
    return { do: 'next' };
  },
});
