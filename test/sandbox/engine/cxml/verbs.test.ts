import { describe, expect, it } from 'vitest';
import { called, response } from './story.js';

const bye = response('<Say>Bye</Say>');

describe('Say, Play and Pause', () => {
  it('take their time and then end the call', async () => {
    const { story, times, ended, outcome, problems } = await called({
      '/main': response(
        '<Say voice="Polly.Salli">Hello <break time="1s"/> there, friend</Say>',
        '<Play loop="2">https://media.example/a.mp3</Play>',
        '<Play digits="1w2"/>',
        '<Pause length="3"/>',
        '<Echo timeout="10"/>',
        '<Denoise>on</Denoise>',
      ),
    });
    expect(story).toEqual([
      'Say: says "Hello  there, friend"',
      'Play: plays https://media.example/a.mp3 2 times',
      'Play: sends the digits 1w2',
      'Pause: waits 3 seconds',
      'Echo: echoes for 10 seconds',
      'Denoise: noise reduction on',
    ]);
    expect(times.map((time) => Math.round(time))).toEqual([0, 1, 21, 23, 26, 36]);
    expect({ ended, outcome, problems }).toEqual({ ended: 'end of the document', outcome: 'ended', problems: [] });
  });
});

describe('Gather', () => {
  const main = response(
    '<Gather numDigits="1" action="/menu"><Say>Press one</Say></Gather>',
    '<Redirect>/main</Redirect>',
  );

  it('continues without input, and sends the digits with it', async () => {
    const { story, requestsTo, problems } = await called(
      { '/main': main, '/menu': ({ Digits }) => response(`<Say>You pressed ${Digits}</Say>`) },
      { digits: [null, null, '2'] },
    );
    expect(story).toEqual([
      ...['Gather: no input', 'Say: says "Press one"', 'Redirect: requests /main'],
      ...['Gather: no input', 'Say: says "Press one"', 'Redirect: requests /main'],
      ...[
        'Gather: the caller pressed 2; requests /menu with Digits=2',
        'Say: says "Press one"',
        'Say: says "You pressed 2"',
      ],
    ]);
    expect(requestsTo('/menu')).toEqual([expect.objectContaining({ Digits: '2', CallStatus: 'in-progress' })]);
    expect(problems).toEqual([]);
  });

  it('leaves the finish key out of the digits', async () => {
    const { requestsTo } = await called(
      { '/main': response('<Gather numDigits="4" finishOnKey="*" action="/menu"/>'), '/menu': bye },
      { digits: ['12*'] },
    );
    expect(requestsTo('/menu')[0]?.Digits).toBe('12');
  });

  it('sends an empty result only if it is asked to', async () => {
    const { requestsTo } = await called({
      '/main': response('<Gather action="/menu" actionOnEmptyResult="true"/>'),
      '/menu': bye,
    });
    expect(requestsTo('/menu')).toHaveLength(1);
    expect(requestsTo('/menu')[0]).not.toHaveProperty('Digits');
  });

  it('sends speech with its confidence', async () => {
    const { requestsTo } = await called(
      { '/main': response('<Gather input="dtmf speech" hints="sales" action="/menu" method="GET"/>'), '/menu': bye },
      { speech: ['sales'] },
    );
    expect(requestsTo('/menu')).toEqual([expect.objectContaining({ SpeechResult: 'sales', Confidence: '0.9' })]);
  });
});

describe('Reject, Hangup and Leave', () => {
  it('is busy after the pause, without an answer', async () => {
    const { outcome, ended, times } = await called({
      '/main': response('<Pause length="3"/>', '<Reject reason="busy"/>'),
    });
    expect({ outcome, ended, times }).toEqual({ outcome: 'busy', ended: 'rejected (busy)', times: [0, 3] });
  });

  it('rejects without an answer', async () => {
    expect(await called({ '/main': response('<Reject/>') })).toMatchObject({ outcome: 'no-answer' });
  });

  it('ends a call that an earlier verb answered', async () => {
    const { outcome, problems } = await called({ '/main': response('<Say>Hi</Say>', '<Reject/>') });
    expect(outcome).toBe('ended');
    expect(problems).toEqual(['Reject[1]: the call was answered by an earlier verb, so it is ended and not rejected']);
  });

  it('reports Leave outside of a queue', async () => {
    const { problems, outcome } = await called({ '/main': response('<Leave/>', '<Hangup/>') });
    expect({ problems, outcome }).toEqual({
      problems: ['Leave[0]: Leave has no effect outside of a queue'],
      outcome: 'ended',
    });
  });
});

describe('Record', () => {
  it.each([
    ['the silence at its end by default', '', '2'],
    ['nothing if it must not', 'trim="do-not-trim"', '7'],
    ['nothing of a message that a key ends', 'finishOnKey="#"', '2'],
  ])('trims %s', async (_, attributes, seconds) => {
    const { requestsTo, sandbox } = await called(
      { '/main': response(`<Record action="/done" ${attributes}/>`), '/done': bye },
      { speech: ['Please call me back tomorrow'] },
    );
    expect(requestsTo('/done')).toEqual([expect.objectContaining({ RecordingDuration: seconds })]);
    const { data } = await sandbox.client().recordings.list();
    expect(data).toEqual([expect.objectContaining({ duration_in_seconds: Number(seconds) })]);
  });

  it('sends the recording of what the caller said', async () => {
    const { story, requestsTo, webhooks } = await called(
      {
        '/main': response(
          '<Record action="/done" maxLength="60" transcribe="true" transcribeCallback="/text" recordingStatusCallback="/status" recordingStatusCallbackEvent="in-progress completed"/>',
          '<Say>Never</Say>',
        ),
        '/done': bye,
      },
      { speech: ['Please call me back tomorrow'] },
    );
    expect(story).toHaveLength(2);
    expect(requestsTo('/done')).toEqual([
      expect.objectContaining({ RecordingDuration: '2', RecordingUrl: expect.stringContaining('/Recordings/') }),
    ]);
    expect(webhooks.map(({ event }) => event)).toEqual([
      'recording.in-progress',
      'recording.completed',
      'transcription.completed',
    ]);
  });

  it('requests the same document again for a silent caller, and names the loop', async () => {
    const { problems, ended } = await called({ '/main': response('<Record/>') });
    expect(ended).toBe('stopped: too many transfers');
    expect(problems.at(-1)).toContain('more than 100 transfers: do the documents transfer the call in a loop?');
  });
});

describe('Dial', () => {
  it('connects the first party that answers, and sends the result', async () => {
    const { story, requestsTo, problems } = await called(
      {
        '/main': response(
          '<Dial action="/after" timeout="20" record="record-from-answer"><Number>+15035550100</Number><Number>+15035550101</Number></Dial>',
          '<Say>Never</Say>',
        ),
        '/after': bye,
      },
      {
        answers: {
          '+15035550100': { outcome: 'busy', after: 1 },
          '+15035550101': { after: 4, hangup_after: 60 },
        },
      },
    );
    expect(story[0]).toContain(
      'Dial: dials +15035550100, +15035550101; +15035550100: busy; connected to +15035550101; completed; requests /after with DialCallStatus=completed',
    );
    expect(requestsTo('/after')).toEqual([
      expect.objectContaining({
        DialCallStatus: 'completed',
        DialCallDuration: '60',
        RecordingUrl: expect.stringContaining('/Recordings/'),
      }),
    ]);
    expect(problems).toEqual([]);
  });

  it('continues with the next verb when no one answers and there is no action', async () => {
    const { story } = await called(
      { '/main': response('<Dial timeout="5">+15035550100</Dial>', '<Say>No one is there</Say>') },
      { answers: { '+15035550100': { outcome: 'no_answer' } } },
    );
    expect(story).toEqual([
      'Dial: dials +15035550100; +15035550100: no-answer; no-answer',
      'Say: says "No one is there"',
    ]);
  });

  it('asks the called party first, who may refuse', async () => {
    const { requestsTo, story } = await called(
      {
        '/main': response('<Dial action="/after"><Number url="/screen">+15035550100</Number></Dial>'),
        '/screen': response('<Gather numDigits="1" action="/choice"><Say>Press 1</Say></Gather>', '<Hangup/>'),
        '/choice': ({ Digits }) => (Digits === '1' ? response() : response('<Hangup/>')),
        '/after': bye,
      },
      { answers: { '+15035550100': { digits: ['2'] } } },
    );
    expect(requestsTo('/screen')).toEqual([
      expect.objectContaining({ Direction: 'outbound-dial', ParentCallSid: expect.any(String) }),
    ]);
    expect(requestsTo('/choice')[0]?.Digits).toBe('2');
    expect(requestsTo('/after')[0]?.DialCallStatus).toBe('no-answer');
    expect(story.at(-1)).toBe('Say: says "Bye"');
  });

  it('waits alone in a conference', async () => {
    const { ended, webhooks } = await called({
      '/main': response(
        '<Dial><Conference startConferenceOnEnter="false" statusCallback="/room" statusCallbackEvent="join start">Team</Conference></Dial>',
      ),
    });
    expect(ended).toContain('waits for other participants');
    expect(webhooks.map(({ event }) => event)).toEqual(['participant-join']);
  });

  it('names a number that is not in E.164', async () => {
    const { problems } = await called({ '/main': response('<Dial>503-555-0100</Dial>') });
    expect(problems).toEqual(['Dial[0]: 503-555-0100 is not in E.164, so +15035550100 is called (13223)']);
    const { story } = await called({
      '/main': response('<Dial><Number sendDigits="1w2">503-555-0100</Number></Dial>'),
    });
    expect(story[0]).toContain('connected to +15035550100, sends 1w2');
  });
});

describe('Enqueue', () => {
  it('runs the wait document until the caller leaves', async () => {
    const { requestsTo, story } = await called(
      {
        '/main': response('<Enqueue action="/left" waitUrl="/wait">support</Enqueue>'),
        '/wait': response('<Say>Press star to leave</Say>', '<Gather numDigits="1" action="/key"/>'),
        '/key': response('<Leave/>'),
        '/left': bye,
      },
      { digits: [null, '*'] },
    );
    expect(requestsTo('/wait')).toHaveLength(2);
    expect(requestsTo('/wait')[0]).toMatchObject({ QueuePosition: '1', CurrentQueueSize: '1' });
    expect(requestsTo('/left')[0]).toMatchObject({ QueueResult: 'leave' });
    expect(story.at(-1)).toBe('Say: says "Bye"');
  });

  it('is bridged with a scripted agent', async () => {
    const { requestsTo } = await called(
      {
        '/main': response('<Enqueue action="/left">support</Enqueue>'),
        '/left': bye,
      },
      { answers: { support: { after: 20, hangup_after: 40 } } },
    );
    expect(requestsTo('/left')[0]).toMatchObject({ QueueResult: 'bridged', QueueTime: '20' });
  });
});

describe('Sms, Refer and streams', () => {
  it('sends a message to the caller', async () => {
    const { requestsTo, sandbox } = await called({
      '/main': response('<Sms action="/sent">Thank you</Sms>'),
      '/sent': bye,
    });
    expect(requestsTo('/sent')[0]).toMatchObject({ SmsStatus: 'sending' });
    sandbox.clock.advance(5);
    expect(sandbox.inbox).toEqual([expect.objectContaining({ to: '+15035550199', text: 'Thank you' })]);
  });

  it('refuses to refer a call that is not a SIP call', async () => {
    const { requestsTo, problems } = await called({
      '/main': response('<Refer action="/done"><Sip>sip:a@b.example</Sip></Refer>'),
      '/done': bye,
    });
    expect(requestsTo('/done')[0]).toMatchObject({ ReferCallStatus: 'failed' });
    expect(problems).toEqual(['Refer[0]: Refer requires a SIP call (13801)']);
  });

  it('reports the start and the stop of a stream', async () => {
    const { webhooks, story } = await called({
      '/main': response(
        '<Start><Stream url="wss://audio.example/a" name="copy" statusCallback="/stream"><Parameter name="a" value="b"/></Stream></Start>',
        '<Say>Hello</Say>',
        '<Stop><Stream name="copy"/></Stop>',
      ),
    });
    expect(webhooks.map(({ event }) => event)).toEqual(['stream-started', 'stream-stopped']);
    expect(story).toEqual([
      'Start: streams audio to wss://audio.example/a; not simulated: the server at wss://audio.example/a is not contacted',
      'Say: says "Hello"',
      'Stop: stops the stream copy',
    ]);
  });
});
