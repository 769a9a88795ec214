import { describe, expect, it } from 'vitest';
import { compileCxml } from '../../../../src/sandbox/engine/cxml/compile-cxml.js';
import { readCxml } from '../../../../src/sandbox/engine/cxml/read-cxml.js';
import { CXML_VERBS } from '../../../../src/sandbox/engine/cxml/verbs/index.js';
import type { Parameters } from '../../../../src/sandbox/engine/verbs/parameters.js';
import { firstOfItsKind, sampled } from '../../../support/rotation.js';
import { type CallOptions, called, response } from './story.js';

const leg =
  'url="/whisper" method="POST" statusCallback="/leg" statusCallbackMethod="POST" statusCallbackEvent="initiated ringing answered completed"';
const stream =
  'url="wss://audio.example/a" name="one" track="inbound_track" codec="PCMU@8000h" realtime="false" authBearerToken="t" statusCallback="/stream" statusCallbackMethod="POST"';
const recording =
  'recordingStatusCallback="/recording" recordingStatusCallbackMethod="POST" recordingStatusCallbackEvent="completed"';
const prompt =
  'temperature="0.3" topP="1" confidence="0.6" bargeConfidence="0" presencePenalty="0" frequencyPenalty="0"';
const hook = 'webHookURL="https://tools.example/" webHookAuthUser="u" webHookAuthPass="p"';
const parameter = '<Parameter name="a" value="b"/>';

/** Each document runs to its end. Together they have every attribute of every verb. */
const EXECUTED: readonly (readonly [verb: string, text: string, options?: CallOptions])[] = [
  ['Say', '<Say voice="man" language="en-US" loop="1">Hello</Say>'],
  ['Play', '<Play loop="1">https://media.example/a.mp3</Play><Play digits="1"/>'],
  ['Pause', '<Pause length="1"/>'],
  ['Echo', '<Echo timeout="5"/>'],
  ['Denoise', '<Denoise>off</Denoise>'],
  ['Hangup', '<Hangup/>'],
  ['Reject', '<Reject reason="rejected"/>'],
  ['Redirect', '<Redirect method="POST">/end</Redirect>'],
  [
    'Gather',
    '<Gather input="dtmf speech" action="/end" method="POST" numDigits="1" finishOnKey="#" timeout="5" speechTimeout="auto" actionOnEmptyResult="true" language="en-US" hints="a,b" enhanced="false" speechModel="default" profanityFilter="true" partialResultCallback="/part" partialResultCallbackMethod="POST"><Say>Hi</Say><Play>https://media.example/a.mp3</Play><Pause/></Gather>',
    { speech: ['a'] },
  ],
  [
    'Record',
    `<Record action="/end" method="POST" timeout="5" finishOnKey="#" maxLength="30" playBeep="true" trim="trim-silence" ${recording} transcribe="true" transcribeCallback="/text" storageUrl="https://files.example/" storageUrlMethod="PUT"/>`,
    { speech: ['Hello'] },
  ],
  [
    'Dial',
    `<Dial action="/end" method="POST" timeout="10" timeLimit="60" callerId="+15035550199" callerName="Ada" answerOnBridge="true" hangupOnStar="false" ringTone="us" record="record-from-answer" recordingTrack="both" trim="trim-silence" ${recording} recordingStorageUrl="https://files.example/" recordingStorageUrlMethod="PUT"><Number sendDigits="1w" ${leg}>+15035550100</Number></Dial>`,
    { answers: { '+15035550100': { hangup_after: 5 } } },
  ],
  [
    'Dial',
    `<Dial action="/end"><Sip username="u" password="p" codecs="PCMU" sessionTimeout="600" ${leg}>sip:a@b.example</Sip></Dial>`,
    { answers: { 'sip:a@b.example': { outcome: 'busy' } } },
  ],
  [
    'Dial',
    `<Dial action="/end"><Client ${leg}>alice</Client></Dial>`,
    { answers: { '/private/alice': { outcome: 'busy' } } },
  ],
  [
    'Dial',
    '<Dial action="/end"><Verto>a@b.example</Verto></Dial>',
    { answers: { 'sip:a@b.example': { outcome: 'busy' } } },
  ],
  ['Dial', '<Dial action="/end" timeout="5"><Queue url="/whisper" method="POST">support</Queue></Dial>'],
  ['Dial', '<Dial action="/end">+15035550100</Dial>', { answers: { '+15035550100': { outcome: 'no_answer' } } }],
  [
    'Dial',
    `<Dial><Conference muted="false" beep="onEnter" startConferenceOnEnter="true" endConferenceOnExit="true" maxParticipants="5" waitUrl="/wait" waitMethod="POST" record="record-from-start" trim="trim-silence" ${recording} statusCallback="/room" statusCallbackMethod="POST" statusCallbackEvent="start end join leave" eventCallbackUrl="/room" streamUrl="wss://audio.example/a">Team<Stream ${stream} bidir="false" streamSslValidateCertificate="false" streamStartConferenceOnEnter="true">${parameter}</Stream></Conference></Dial>`,
    { hangup_after: 20 },
  ],
  ['Dial', '<Dial action="/end"><Conference coach="no-such-call">Team</Conference></Dial>'],
  [
    'Enqueue',
    '<Enqueue action="/end" method="POST" waitUrl="/wait" waitUrlMethod="POST">support</Enqueue>',
    { answers: { support: { after: 3, hangup_after: 5 } } },
  ],
  ['Leave', '<Leave/>'],
  ['Sms', '<Sms to="+15035550100" from="+12065550107" action="/end" method="POST" statusCallback="/sms">Hi</Sms>'],
  ['Receive', '<Receive action="/end" method="POST" mediaType="application/pdf" pageSize="letter"/>', { mode: 'fax' }],
  ['Refer', '<Refer action="/end" method="POST"><Sip>sip:a@b.example</Sip></Refer>', { from: 'sip:c@d.example' }],
  ['Start', `<Start><Stream ${stream}>${parameter}</Stream></Start>`],
  ['Stop', `<Start><Stream url="wss://audio.example/a" name="one"/></Start><Stop><Stream name="one"/></Stop>`],
  [
    'Connect',
    `<Connect action="/end" method="POST"><Stream ${stream}>${parameter}</Stream></Connect>`,
    { answers: { Stream: { after: 5 } } },
  ],
  ['Connect', '<Connect><Room>lobby</Room></Connect>', { answers: { Room: { after: 5 } } }],
  [
    'Connect',
    '<Connect action="/end"><VirtualAgent connectorName="bot" statusCallback="/agent" statusCallbackMethod="POST"/></Connect>',
    { answers: { VirtualAgent: { after: 5, result: 'transfer' } } },
  ],
  [
    'Connect',
    `<Connect><AI engine="gcloud" voice="en-US-Neural2-J" postPromptURL="https://a.example/" postPromptAuthUser="u" postPromptAuthPassword="p" hints="a"><Prompt ${prompt}>Be kind</Prompt><PostPrompt ${prompt}>Summarise</PostPrompt><Languages><Language code="en-US" name="English" voice="a"/></Languages><SWAIG><Defaults ${hook}/><Function ${hook} name="f" argument="a" purpose="p"/></SWAIG></AI></Connect>`,
    { answers: { AI: { after: 5 } } },
  ],
  [
    'Pay',
    `<Pay paymentConnectorUrl="/charge" minPostalCodeLength="5" securityCode="true" chargeAmount="9.99" currency="usd" paymentMethod="credit-card" postalCode="true" maxAttempts="2" timeout="5" tokenType="reusable" validCardTypes="visa" input="dtmf" description="Shoes" language="en-us" action="/end" method="POST" statusCallback="/pay">${parameter}<Prompt for="payment-card-number" attempt="1" cardType="visa" errorType="timeout"><Say>Card</Say></Prompt><Prompt name="postal-code"><Say>Code</Say></Prompt></Pay>`,
    { digits: ['4111111111111111#', '1230#', '123#', '98101#'] },
  ],
];

/** Documents in which an attribute changes what happens, unlike in those above. */
const EFFECTS: typeof EXECUTED = [
  ['Say', '<Say loop="3">Hello</Say>'],
  ['Play', '<Play loop="3">https://media.example/a.mp3</Play>'],
  ['Pause', '<Pause length="5"/>'],
  ['Reject', '<Reject reason="busy"/>'],
  ['Redirect', '<Redirect method="GET">/end</Redirect>'],
  ['Gather', '<Gather action="/end" method="GET" numDigits="1"/>', { digits: ['12'] }],
  ['Gather', '<Gather action="/end" finishOnKey="*"/>', { digits: ['1*2'] }],
  ['Gather', '<Gather action="/end" timeout="9" actionOnEmptyResult="true"/>'],
  [
    'Gather',
    '<Gather action="/end" input="speech" speechTimeout="4" partialResultCallback="/part" partialResultCallbackMethod="GET"/>',
    { speech: ['a'] },
  ],
  ['Record', '<Record action="/end" method="GET" timeout="9" trim="do-not-trim"/>'],
  ['Record', '<Record action="/end" maxLength="2" finishOnKey="*"/>', { speech: ['a word or two to record'] }],
  ['Record', '<Record action="/end" finishOnKey="*"/>', { digits: ['1'] }],
  [
    'Record',
    '<Record action="/end" transcribe="true" recordingStatusCallback="/r" recordingStatusCallbackMethod="GET" recordingStatusCallbackEvent="in-progress"/>',
    { speech: ['a'] },
  ],
  [
    'Dial',
    '<Dial action="/end" method="GET" timeLimit="3" callerId="+12065550107" record="record-from-answer-dual" recordingTrack="inbound" trim="trim-silence" recordingStatusCallback="/r" recordingStatusCallbackMethod="GET" recordingStatusCallbackEvent="in-progress"><Number sendDigits="1" url="/whisper" method="GET" statusCallback="/leg" statusCallbackMethod="GET" statusCallbackEvent="ringing">+15035550100</Number></Dial>',
    { answers: { '+15035550100': { hangup_after: 60 } } },
  ],
  [
    'Dial',
    '<Dial action="/end" timeout="6" answerOnBridge="true">+15035550100</Dial>',
    { answers: { '+15035550100': { outcome: 'no_answer' } } },
  ],
  ...['Sip', 'Client'].map((noun): (typeof EXECUTED)[number] => [
    'Dial',
    `<Dial action="/end"><${noun} url="/whisper" method="GET" statusCallback="/leg" statusCallbackMethod="GET" statusCallbackEvent="ringing">${noun === 'Sip' ? 'sip:a@b.example' : 'alice'}</${noun}></Dial>`,
    { answers: { 'sip:a@b.example': { hangup_after: 3 }, '/private/alice': { hangup_after: 3 } } },
  ]),
  [
    'Dial',
    '<Dial><Conference waitUrl="/wait" waitMethod="GET" record="record-from-start" recordingStatusCallback="/r" recordingStatusCallbackMethod="GET" recordingStatusCallbackEvent="in-progress" maxParticipants="5">Team</Conference></Dial>',
    { hangup_after: 20 },
  ],
  [
    'Dial',
    '<Dial><Conference muted="true" startConferenceOnEnter="false" endConferenceOnExit="true" statusCallback="/room" statusCallbackMethod="GET" statusCallbackEvent="join">Team</Conference></Dial>',
    { hangup_after: 20 },
  ],
  [
    'Enqueue',
    '<Enqueue action="/end" method="GET" waitUrl="/wait" waitUrlMethod="GET">support</Enqueue>',
    { answers: { support: { after: 3, hangup_after: 5 } } },
  ],
  ['Sms', '<Sms action="/end" method="GET" from="+12065550999">Hi</Sms>'],
  ['Receive', '<Receive action="/end" method="GET" mediaType="image/tiff"/>', { mode: 'fax' }],
  ['Refer', '<Refer action="/end" method="GET"><Sip>sip:a@b.example</Sip></Refer>', { from: 'sip:c@d.example' }],
  [
    'Start',
    '<Start><Stream url="wss://audio.example/a" name="one" track="both_tracks" statusCallback="/stream" statusCallbackMethod="GET"/></Start>',
  ],
  [
    'Connect',
    '<Connect action="/end" method="GET"><Stream url="wss://audio.example/a" name="one" track="both_tracks" statusCallback="/stream" statusCallbackMethod="GET"/></Connect>',
    { answers: { Stream: { after: 5 } } },
  ],
  ['Pay', '<Pay paymentConnectorUrl="/charge" maxAttempts="2" timeout="9" action="/end" method="GET"/>'],
  [
    'Pay',
    '<Pay paymentConnectorUrl="/charge" action="/end" validCardTypes="amex" statusCallback="/pay"/>',
    { digits: ['4111111111111111#', '1230#', '123#', '98101#'] },
  ],
  [
    'Pay',
    '<Pay paymentConnectorUrl="/charge" action="/end" securityCode="false" postalCode="false" paymentMethod="credit-card"/>',
    { digits: ['4111111111111111#', '1230#', '123#', '98101#'] },
  ],
  [
    'Pay',
    '<Pay paymentConnectorUrl="/charge" action="/end" paymentMethod="ACH"/>',
    { digits: ['021000021#', '123456789#', '123#', '98101#'] },
  ],
  [
    'Pay',
    '<Pay paymentConnectorUrl="/charge" action="/end" maxAttempts="2"><Prompt for="payment-card-number" attempt="2" errorType="invalid-card-number"><Say>Again</Say></Prompt><Prompt for="expiration-date" cardType="amex"><Say>Front side</Say></Prompt></Pay>',
    { digits: ['1#', '4111111111111111#', '1230#', '123#', '98101#'] },
  ],
  [
    'Pay',
    '<Pay paymentConnectorUrl="/charge" action="/end" maxAttempts="2"><Prompt for="payment-card-number" attempt="2"><Say>Again</Say></Prompt><Prompt for="expiration-date" errorType="timeout"><Say>Faster</Say></Prompt></Pay>',
    { digits: ['1#', '4111111111111111#', '1230#', '123#', '98101#'] },
  ],
  [
    'Pay',
    '<Pay paymentConnectorUrl="/charge" action="/end" minPostalCodeLength="9" currency="mxn" tokenType="one-time"/>',
    { digits: ['4111111111111111#', '1230#', '123#', '98101#'] },
  ],
];

/** Attributes whose effect needs another call, or a look at what the connector receives. */
const IN_OTHER_TESTS: readonly string[] = ['Queue.url', 'Queue.method', 'Pay.tokenType'];
/** The elements of nouns that are reported as not simulated as a whole. `Prompt` of Pay has other attributes. */
const NOT_SIMULATED =
  /^(?:VirtualAgent|AI|PostPrompt|Language|Defaults|Function|Prompt\.(?:temperature|topP|\w*[cC]onfidence|\w+Penalty)$)/;

const END = response('<Hangup/>');
const SERVED = {
  '/end': END,
  '/wait': response('<Pause length="1"/>'),
  '/whisper': response(),
  '/charge': '{"charge_id":"c1","error_code":null}',
};

/** Every attribute and element below a declaration, such as `Dial.Number.sendDigits`. */
function declared(fields: Parameters, path: string): string[] {
  return Object.entries(fields).flatMap(([name, field]) => {
    const nested = field.of?.[0]?.fields;
    return nested ? declared(nested, `${path}.${name}`) : [`${path}.${name}`];
  });
}

function used(value: unknown, path: string): string[] {
  if (Array.isArray(value)) return value.flatMap((one) => (typeof one === 'object' ? used(one, path) : [path]));
  if (typeof value !== 'object' || value === null) return [path];
  return Object.entries(value).flatMap(([name, one]) => used(one, `${path}.${name}`));
}

async function usedBy(text: string): Promise<string[]> {
  const read = await readCxml(response(text), 'http://127.0.0.1/');
  if ('problem' in read) throw new Error(read.problem);
  const { lists, problems } = compileCxml(read.source.value);
  expect(problems).toEqual([]);
  return [...lists.values()].flat().flatMap(({ name, params }) => used(params, name));
}

/** Every attribute of a document: its element, its name, and the document without it. */
function withoutEach(text: string): { readonly of: string; readonly text: string }[] {
  return [...text.matchAll(/<([A-Z]\w*)((?:\s+\w+="[^"]*")+)/g)].flatMap(
    ({ 0: whole, 1: element, 2: list = '', index }) =>
      [...list.matchAll(/\s+(\w+)="[^"]*"/g)].map(({ 0: attribute, 1: name, index: at }) => {
        const start = index + whole.length - list.length + at;
        return { of: `${element}.${name}`, text: text.slice(0, start) + text.slice(start + attribute.length) };
      }),
  );
}

/** Everything that can be seen of a call afterwards. Each call has a server with a port of its own. */
async function outcomeOf(text: string, options: CallOptions): Promise<string> {
  const { steps, problems, ended, webhooks, requests, sandbox, sent } = await called(
    { '/main': response(text), ...SERVED },
    options,
  );
  const { calls, recordings, messages, conferences, transcriptions } = sandbox.snapshot().collections;
  const main = response(text);
  const seen = {
    // The callbacks arrive whenever they arrive, so only the documents count.
    sent: sent.filter((one) => Object.keys(SERVED).some((path) => one.endsWith(path))),
    steps,
    problems,
    ended,
    webhooks,
    // The time of the server is noise, and the document without an attribute differs from the one with it.
    requests: requests.map(({ headers: { date: _, ...headers }, text: served, ...one }) => ({
      ...one,
      headers: { ...headers, 'content-length': undefined },
      served: served === main ? 'main' : served,
    })),
    calls,
    recordings,
    messages,
    conferences,
    transcriptions,
  };
  return JSON.stringify(seen).replace(/127\.0\.0\.1(:|%3A)\d+/g, 'server');
}

/** The attributes that change only what is not simulated, as `Element.name`. */
function noted(fields: Parameters, element: string): string[] {
  return Object.entries(fields).flatMap(([name, { ignored, lacks, required, of }]) => [
    ...(ignored || required || lacks !== undefined ? [`${element}.${name}`] : []),
    ...(lacks !== undefined && of?.[0]?.fields ? Object.keys(of[0].fields).map((one) => `${name}.${one}`) : []),
    ...(of?.[0]?.fields ? noted(of[0].fields, name) : []),
  ]);
}

describe('the verbs of cXML', () => {
  it('have no attribute without an effect or a note', async () => {
    const shown = new Set([...CXML_VERBS.values()].flatMap(({ name, parameters }) => noted(parameters, name)));
    const documents = [...EXECUTED, ...EFFECTS].map(
      ([, text, options = {}]) => ({ text, options, without: withoutEach(text) }) as const,
    );
    const names = [...new Set(documents.flatMap(({ without }) => without.map(({ of }) => of)))];
    // An attribute of each element in every run.
    const all = new Set(
      sampled(
        names,
        firstOfItsKind((of) => of.split('.')[0]),
        10,
      ),
    );
    for (const { text, options, without } of documents) {
      const left = without.filter(({ of }) => all.has(of) && !shown.has(of));
      if (left.length === 0) continue;
      const whole = await outcomeOf(text, options);
      // Without this, noise would count as an effect.
      expect(await outcomeOf(text, options)).toBe(whole);
      for (const { of, text: rest } of left)
        if (!shown.has(of) && (await outcomeOf(rest, options)) !== whole) shown.add(of);
    }
    expect([...all].filter((of) => !shown.has(of) && !IN_OTHER_TESTS.includes(of) && !NOT_SIMULATED.test(of))).toEqual(
      [],
    );
  }, 60_000);

  it.each(EXECUTED.map(([verb, text, options = {}]) => ({ verb, text, options })))(
    '$verb runs to the end of: $text',
    async ({ verb, text, options }) => {
      const { steps, ended, problems } = await called({ '/main': response(text), ...SERVED }, options);
      expect(steps.map((one) => one.verb)).toContain(verb);
      expect(ended).not.toContain('stopped');
      expect(ended).not.toContain('dropped');
      expect(problems.filter((one) => /unknown|ignored|not allowed|requires/.test(one))).toEqual([]);
    },
  );

  it('are executed with every attribute and element that is declared', async () => {
    const seen = new Set((await Promise.all(EXECUTED.map(([, text]) => usedBy(text)))).flat());
    const all = [...CXML_VERBS.values()].flatMap(({ name, parameters }) => declared(parameters, name));
    expect(
      all.filter((one) => !seen.has(one)),
      'Add them to a document of EXECUTED',
    ).toEqual([]);
  });
});
