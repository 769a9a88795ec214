import { refer, referProblem } from '../../acts/refer.js';
import type { StepContext } from '../../run/step-context.js';
import { any, map, text } from '../parameters.js';
import { swmlVerb } from '../verb.js';

export const sip_refer = swmlVerb({
  stage: 'routing',
  name: 'sip_refer',
  summary: 'Send a SIP call to another SIP address.',
  parameters: {
    to_uri: text({ required: true, doc: 'A SIP address.' }),
    status_url: text({ relative: true, doc: 'Receives calling.call.refer.' }),
    username: text({ doc: 'The user name of SIP authentication.', ignored: true }),
    password: text({ doc: 'The password of SIP authentication.', ignored: true }),
  },
  effect: { kind: 'simulated' },
  sets: ['sip_refer_to', 'sip_refer_result', 'return_value', 'sip_refer_response_code', 'sip_refer_to_response_code'],
  callbacks: ['calling.call.refer'],
  start(context, { to_uri }) {
    context.set('sip_refer_to', to_uri);
    const problem = referProblem(context, to_uri);
    if (problem === undefined) return refer(context, to_uri);
    setResult(context, 'failed');
    const reason =
      problem === 'not a SIP call' ? 'REFER requires a SIP call' : `${to_uri} must start with sip: or sips:`;
    context.fails('relay_script_method_execute_failed', reason);
    return { do: 'next' };
  },
  resume(context, _event, { to_uri, status_url }, { status, code, notified = code }) {
    const isDone = status === 'in-progress';
    const result = isDone ? 'success' : (context.answerFor('sip_refer')?.result ?? 'failed');
    setResult(context, result);
    context.set('sip_refer_response_code', String(code));
    context.set('sip_refer_to_response_code', String(notified));
    const codes = { sip_refer_response_code: String(code), sip_notify_response_code: String(notified) };
    context.report(isDone ? 'the caller leaves the platform' : 'the other side refused');
    context.callback(status_url, 'calling.call.refer', { state: result, sip_refer_to: to_uri, ...codes });
    return isDone ? { do: 'hangup', reason: `referred to ${to_uri}` } : { do: 'next' };
  },
});

function setResult(context: StepContext, value: string): void {
  context.set('sip_refer_result', value);
  context.set('return_value', value);
}

export const user_event = swmlVerb({
  stage: 'routing',
  name: 'user_event',
  summary: 'Send an event to the connected client.',
  parameters: { event: map(any(), { required: true, doc: 'The event.' }) },
  effect: { kind: 'not simulated', lacks: 'no client is connected' },
  start(context, { event }) {
    context.report(`sends the event ${Object.keys(event).join(', ')}`);
    context.notSimulated('no client is connected', 'user_event');
    return { do: 'next' };
  },
});
