import { describe, expect, it } from 'vitest';
import { called, response } from './story.js';

const never = response('<Say>Never</Say>');

describe('when the caller hangs up', () => {
  it('Dial still requests its action, and its answer does not run', async () => {
    const { requestsTo, story, requests } = await called(
      { '/main': response('<Dial action="/after">+15035550100</Dial>'), '/after': never },
      { answers: { '+15035550100': { after: 2, hangup_after: 600 } }, hangup_after: 20 },
    );
    expect(requestsTo('/after')).toEqual([
      expect.objectContaining({ CallStatus: 'completed', DialCallStatus: 'completed', DialCallDuration: '18' }),
    ]);
    expect(story).toHaveLength(1);
    expect(story[0]).toContain('the call ends; requests /after with DialCallStatus=completed');
    expect(requests.map(({ status }) => status)).toEqual([200, 200]);
  });

  it('Dial reports a party that still rings as canceled', async () => {
    const { requestsTo } = await called(
      { '/main': response('<Dial action="/after">+15035550100</Dial>'), '/after': never },
      { answers: { '+15035550100': { after: 25 } }, hangup_after: 5 },
    );
    expect(requestsTo('/after')).toEqual([expect.objectContaining({ DialCallStatus: 'canceled' })]);
  });

  it('Record stores what was said, and sends it', async () => {
    const { requestsTo, webhooks } = await called(
      { '/main': response('<Record action="/done" recordingStatusCallback="/status"/>'), '/done': never },
      { speech: ['word '.repeat(60)], hangup_after: 6 },
    );
    expect(requestsTo('/done')).toEqual([expect.objectContaining({ Digits: 'hangup', RecordingDuration: '6' })]);
    expect(webhooks.map(({ event }) => event)).toEqual(['recording.completed']);
  });

  it('Enqueue reports it, also while the caller hears a document', async () => {
    const documents = {
      '/main': response('<Enqueue action="/left" waitUrl="/wait">support</Enqueue>'),
      '/wait': response('<Pause length="60"/>'),
      '/left': never,
    };
    const { requestsTo } = await called(documents, { hangup_after: 10 });
    expect(requestsTo('/left')).toEqual([expect.objectContaining({ QueueResult: 'hangup', QueueTime: '10' })]);
  });

  it('Gather requests nothing', async () => {
    const { requestsTo } = await called(
      { '/main': response('<Gather action="/key" actionOnEmptyResult="true" timeout="30"/>'), '/key': never },
      { hangup_after: 10 },
    );
    expect(requestsTo('/key')).toEqual([]);
  });

  it('a conference reports that the participant left', async () => {
    const { webhooks, requestsTo } = await called(
      {
        '/main': response(
          '<Dial action="/after"><Conference statusCallback="/room" statusCallbackEvent="join leave end">Team</Conference></Dial>',
        ),
        '/after': never,
      },
      { hangup_after: 10 },
    );
    expect(webhooks.map(({ event }) => event)).toEqual(['participant-join', 'participant-leave', 'conference-end']);
    expect(requestsTo('/after')[0]).toMatchObject({ DialCallStatus: 'answered' });
  });
});
