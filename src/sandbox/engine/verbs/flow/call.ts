import { choice, text, whole } from '../parameters.js';
import { swmlVerb } from '../verb.js';

const common = { stage: 'flow', callbacks: [], effect: { kind: 'simulated' } } as const;

export const answer = swmlVerb({
  ...common,
  name: 'answer',
  summary: 'Answer the call.',
  parameters: {
    max_duration: whole({ default: 14_400, min: 1, variable: true, doc: 'Seconds until the platform ends the call.' }),
    codecs: text({ doc: 'A comma-separated list of codecs.', ignored: true }),
    username: text({ doc: 'The user name of SIP authentication.', ignored: true }),
    password: text({ doc: 'The password of SIP authentication.', ignored: true }),
  },
  sets: ['answer_result'],
  start(context, { max_duration }) {
    context.report('answered');
    context.set('answer_result', 'success');
    context.limitCall(max_duration);
    return { do: 'next' };
  },
});

/** The final status of a call that was not answered. */
const REFUSES = { busy: 'busy', decline: 'busy', hangup: 'ended' } as const;

export const hangup = swmlVerb({
  ...common,
  name: 'hangup',
  summary: 'End the call.',
  alsoCalled: ['reject', 'hang_up', 'end', 'disconnect'],
  parameters: { reason: choice(['hangup', 'busy', 'decline'], { default: 'hangup', doc: 'The reason.' }) },
  answers: false,
  start(context, { reason }) {
    context.report(`hangs up (${reason})`);
    return { do: 'hangup', reason: `hung up (${reason})`, refuses: REFUSES[reason] };
  },
});

export const sleep = swmlVerb({
  ...common,
  name: 'sleep',
  summary: 'Wait for a time.',
  alsoCalled: ['pause', 'wait', 'silence'],
  parameters: {
    duration: whole({ required: true, variable: true, min: -1, doc: 'Milliseconds; -1 until the call ends.' }),
  },
  shorthand: 'duration',
  answers: false,
  start(context, { duration }) {
    context.report(duration < 0 ? 'waits until the call ends' : `waits ${duration / 1000} s`);
    return duration < 0 ? { do: 'wait', for: 'time' } : { do: 'wait', for: 'time', seconds: duration / 1000 };
  },
});
