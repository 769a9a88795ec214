import { type CallDocument, documentRequest, event, number, text, withValue } from '../expectation.js';

const source = ['SWML 6.6 enter_queue', 'SWML 8 calling.call.queue'];
/** The description lists the values of the state, and not the name of its field. */
const queued = (state: string) => {
  const { fields } = event('calling.call.queue', {
    id: text,
    name: 'repairs',
    position: number,
    size: number,
    avg_time: number,
    enqueue_ts: number,
    dequeue_ts: number,
    leave_ts: number,
    status_url: 'https://ivr.example.com/queue',
    ...(state === 'dequeue'
      ? { control_id: null, position: 0, size: 0, leave_ts: 0 }
      : { control_id: text, dequeue_ts: 0 }),
    ...(state === 'enqueue' && { leave_ts: 0, position: 1, size: 1 }),
  });
  return { fields: { ...fields, params: withValue(state) } };
};

export const queue: CallDocument = {
  language: 'swml',
  callers: [
    {
      name: 'talks with an agent, who hangs up first',
      source: [...source, 'SWML 6.6 transfer_after_bridge runs after the conversation'],
      answers: { repairs: { after: 10, hangup_after: 30 } },
      steps: ['answer', 'enter_queue', 'play'],
      hears: ['How was the conversation?'],
      neverHears: ['No agent'],
      requests: { '/call': [documentRequest()], '/queue': [queued('enqueue'), queued('dequeue')] },
      ends: 'document',
    },
    {
      name: 'waits in vain',
      source: [...source, 'SWML 15, document 13', 'SWML 6.6: left without a bridge, the next step runs'],
      steps: ['answer', 'enter_queue', 'play'],
      hears: ['No agent, timeout.'],
      neverHears: ['How was'],
      requests: { '/call': [documentRequest()], '/queue': [queued('enqueue'), queued('leave')] },
      ends: 'document',
    },
    {
      name: 'hangs up while waiting',
      source: [...source, 'SWML 3: caller hang-up ends it at any step'],
      hangup_after: 8,
      steps: ['answer', 'enter_queue'],
      hears: [],
      neverHears: ['No agent', 'How was'],
      requests: { '/call': [documentRequest()], '/queue': [queued('enqueue'), queued('leave')] },
      ends: 'caller',
    },
    {
      name: 'talks with an agent and hangs up first',
      source: [...source, 'SWML 6.3: caller hung up, then the script ends'],
      hangup_after: 20,
      answers: { repairs: { after: 5, hangup_after: 300 } },
      steps: ['answer', 'enter_queue'],
      hears: [],
      neverHears: ['No agent', 'How was'],
      requests: { '/call': [documentRequest()], '/queue': [queued('enqueue'), queued('dequeue')] },
      ends: 'caller',
    },
  ],
};
