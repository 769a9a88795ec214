import { type Referred, referProblem, refer as referTo } from '../../acts/refer.js';
import type { Outcome } from '../../run/outcome.js';
import { list, object } from '../../verbs/parameters.js';
import { cxmlVerb } from '../../verbs/verb.js';
import { content, method, url } from '../attributes.js';
import { continueAt } from '../cxml-request.js';

export const refer = cxmlVerb({
  stage: 'routing',
  name: 'Refer',
  summary: 'Ask the caller of a SIP call to call another SIP address.',
  parameters: {
    action: url('Receives the result.'),
    method: method(),
    Sip: list(object({ text: content('sip:user@host') }), { required: true, min: 1, doc: 'The new address.' }),
  },
  effect: { kind: 'partly', lacks: 'no SIP request is sent: a scripted answer decides the result' },
  start(context, { Sip: targets }): Outcome<Referred> {
    if (targets.length > 1) context.problem('Refer accepts one Sip element (13215)');
    const to = targets[0]?.text ?? '';
    const problem = referProblem(context, to);
    if (problem === undefined) return referTo(context, to);
    const isCall = problem === 'not a SIP call';
    context.problem(isCall ? 'Refer requires a SIP call (13801)' : `${to} is not a SIP address (13243)`);
    context.report('fails');
    const data = { status: 'failed', code: 403, notified: undefined } as const;
    return { do: 'wait', for: 'time', seconds: 0, data };
  },
  resume(context, _event, { action, method: by }, { status, code, notified }) {
    if (action === undefined) return { do: 'next' };
    const codes = { ReferSipResponseCode: code, ...(notified !== undefined && { NotifySipResponseCode: notified }) };
    return continueAt(context, action, by, { ReferCallStatus: status, ...codes });
  },
});
