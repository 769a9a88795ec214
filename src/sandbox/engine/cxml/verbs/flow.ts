import { addFax, isFaxCall } from '../../../subjects/faxes/fax.js';
import { choice, text } from '../../verbs/parameters.js';
import { cxmlVerb } from '../../verbs/verb.js';
import { method } from '../attributes.js';
import { continueAt } from '../cxml-request.js';

export const hangup = cxmlVerb({
  stage: 'flow',
  name: 'Hangup',
  summary: 'Answer the call and end it.',
  parameters: {},
  effect: { kind: 'simulated' },
  start(context) {
    context.report('hangs up');
    return { do: 'hangup', reason: 'hung up (hangup)' };
  },
});

export const reject = cxmlVerb({
  stage: 'flow',
  name: 'Reject',
  summary: 'End the call without answering it.',
  parameters: {
    reason: choice(['rejected', 'busy'], { default: 'rejected', doc: 'The signal that the caller hears.' }),
  },
  effect: { kind: 'simulated' },
  answers: false,
  start(context, { reason }) {
    const { state, call } = context;
    if (isFaxCall(state, call) && call.status !== 'answered') {
      const { id, from, to } = call;
      addFax(state, { id, from, to, direction: 'inbound', status: 'canceled', media_url: null, document: null });
      context.report('rejects the fax');
      return { do: 'hangup', reason: 'rejected', refuses: 'no-answer' };
    }
    if (call.status === 'answered') {
      context.problem('the call was answered by an earlier verb, so it is ended and not rejected');
      context.report('hangs up');
      return { do: 'hangup', reason: `hung up (${reason})` };
    }
    context.report(`rejects the call (${reason})`);
    return { do: 'hangup', reason: `rejected (${reason})`, refuses: reason === 'busy' ? 'busy' : 'no-answer' };
  },
});

export const redirect = cxmlVerb({
  stage: 'flow',
  name: 'Redirect',
  summary: 'Continue with another document.',
  parameters: { text: text({ required: true, form: 'document', doc: 'The URL of the document.' }), method: method() },
  effect: { kind: 'simulated' },
  answers: false,
  start: (context, { text, method: by }) => continueAt(context, text, by),
});
