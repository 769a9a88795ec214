import { list, object } from '../../verbs/parameters.js';
import { verb } from '../../verbs/verb.js';
import { content, method, url } from '../attributes.js';
import { continueAt } from '../cxml-request.js';

const RINGING = 5;

export const refer = verb({
  language: 'cxml',
  stage: 'routing',
  name: 'Refer',
  summary: 'Ask the caller of a SIP call to call another SIP address.',
  parameters: {
    action: url('Receives the result.'),
    method: method(),
    Sip: list(object({ text: content('sip:user@host') }), { required: true, min: 1, doc: 'The new address.' }),
  },
  effect: { kind: 'partly', lacks: 'no SIP request is sent: a scripted answer decides the result' },
  answers: true,
  sets: [],
  callbacks: [],
  start(context, { Sip: targets }) {
    if (targets.length > 1) context.problem('Refer accepts one Sip element (13215)');
    if (context.call.type !== 'relay_sip_call') {
      context.problem('Refer requires a SIP call (13801)');
      context.report('fails');
      return { do: 'wait', for: 'time', seconds: 0, data: { status: 'failed' } };
    }
    const to = targets[0]?.text ?? '';
    const { outcome, after = RINGING } = context.answerFor(to) ?? {};
    const status =
      outcome === 'busy'
        ? 'busy'
        : outcome === 'no_answer'
          ? 'no-answer'
          : outcome === 'error'
            ? 'failed'
            : 'in-progress';
    context.report(`refers the caller to ${to}`);
    return { do: 'wait', for: 'time', seconds: after, data: { status } };
  },
  resume(context, _event, { action, method: by }) {
    const { status } = context.data;
    if (action === undefined) return { do: 'next' };
    const isAccepted = status !== 'failed';
    return continueAt(context, action, by, {
      ReferCallStatus: status,
      ReferSipResponseCode: isAccepted ? 202 : 403,
      ...(isAccepted && { NotifySipResponseCode: status === 'in-progress' ? 200 : status === 'busy' ? 486 : 480 }),
    });
  },
});
