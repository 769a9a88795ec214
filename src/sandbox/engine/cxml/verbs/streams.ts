import type { StepContext } from '../../run/step-context.js';
import { choice, list, number, object, text, type ValuesOf } from '../../verbs/parameters.js';
import { verb } from '../../verbs/verb.js';
import { callback, content, flag, method, url } from '../attributes.js';
import { continueAt, statusCallback } from '../cxml-request.js';

const parameter = object({
  name: text({ required: true, doc: 'The name.' }),
  value: text({ required: true, doc: 'The value.' }),
});

const streamFields = {
  url: text({ doc: 'A wss URL.' }),
  name: text({ doc: 'A unique name, with which <Stop> ends it.' }),
  track: choice(['inbound_track', 'outbound_track', 'both_tracks'], {
    default: 'inbound_track',
    doc: 'The directions.',
  }),
  codec: choice(['PCMU@8000h', 'L16@16000h', 'L16@24000h'], { default: 'PCMU@8000h', doc: 'The codec.' }),
  realtime: flag(false, 'For streams in both directions.', { ignored: true }),
  authBearerToken: text({ doc: 'The bearer token in the handshake.' }),
  statusCallback: callback('Receives the status of the stream.'),
  statusCallbackMethod: method(),
  Parameter: list(parameter, { doc: 'Values for the server.' }),
} as const;
type Stream = ValuesOf<typeof streamFields>;

/** The stream of a conference has other attributes. */
export const conferenceStream = object({
  ...streamFields,
  bidir: flag(false, 'In both directions.', { ignored: true }),
  streamSslValidateCertificate: flag(false, 'Check the certificate of the server.', { ignored: true }),
  streamStartConferenceOnEnter: flag(true, 'Whether the stream starts the conference.', { ignored: true }),
});

const NO_SOCKET = 'no socket is opened: a scripted answer for Stream decides how long it lasts';

export const start = verb({
  language: 'cxml',
  stage: 'observers',
  name: 'Start',
  summary: 'Copy the audio of the call to a server in the background.',
  parameters: {
    Stream: list(object(streamFields), { required: true, min: 1, doc: 'The server that receives the audio.' }),
  },
  effect: { kind: 'partly', lacks: 'no socket is opened' },
  answers: true,
  sets: [],
  callbacks: ['stream-started', 'stream-stopped', 'stream-error'],
  start(context, { Stream: streams }) {
    for (const stream of streams) {
      if (!isValid(context, stream)) continue;
      opened(context, stream);
      context.notSimulated(`the server at ${stream.url} is not contacted`, 'Stream');
    }
    return { do: 'next' };
  },
});

export const stop = verb({
  language: 'cxml',
  stage: 'observers',
  name: 'Stop',
  summary: 'Stop a stream that <Start> opened.',
  parameters: {
    Stream: list(object({ name: text({ required: true, doc: 'The name in <Start>.' }) }), {
      required: true,
      min: 1,
      doc: 'The stream.',
    }),
  },
  effect: { kind: 'partly', lacks: 'no socket is opened' },
  answers: true,
  sets: [],
  callbacks: ['stream-stopped'],
  start(context, { Stream: streams }) {
    const { started = {} } = context.scope.vars;
    for (const { name } of streams) {
      const stream = isStreams(started) ? started[name] : undefined;
      if (!stream) context.problem(`there is no stream with the name ${name}`);
      else {
        context.report(`stops the stream ${name}`);
        report(context, stream, 'stream-stopped');
        context.set(`started.${name}`, undefined);
      }
    }
    return { do: 'next' };
  },
});

type Started = Pick<Stream, 'name' | 'track' | 'statusCallback' | 'statusCallbackMethod'> & { readonly id: string };

const isStreams = (value: unknown): value is Readonly<Record<string, Started>> =>
  typeof value === 'object' && value !== null;

function isValid(context: StepContext, stream: Stream): boolean {
  const { url: to, name } = stream;
  const error = to === undefined ? 'missing_url' : /^wss?:\/\/[^?]+$|^\/[^?]*$/.test(to) ? undefined : 'invalid_url';
  if (error === undefined) return true;
  context.problem(`Stream ${name ?? ''} requires a wss URL without a query string (31922)`);
  report(context, { ...stream, id: context.newId() }, 'stream-error', { StreamError: error });
  return false;
}

function opened(context: StepContext, stream: Stream): Started {
  const { name, track, statusCallback: to, statusCallbackMethod } = stream;
  const started: Started = { id: context.newId(), name, track, statusCallback: to, statusCallbackMethod };
  context.report(`streams audio to ${stream.url}`);
  report(context, started, 'stream-started');
  if (name !== undefined) context.set(`started.${name}`, started);
  return started;
}

function report(context: StepContext, stream: Started, StreamEvent: string, more: object = {}): void {
  const to = { url: stream.statusCallback, method: stream.statusCallbackMethod, event: StreamEvent };
  const { id: StreamSid, name: StreamName, track: StreamTrack } = stream;
  const named = { StreamSid, ...(StreamName !== undefined && { StreamName }), StreamTrack, StreamEvent, ...more };
  statusCallback(context, to, { ...named, Timestamp: context.at, 'Unique-ID': context.call.id });
}

const credit = { default: 0, min: -2, max: 2 } as const;
const promptFields = {
  text: content('The instructions.'),
  temperature: number({ ...credit, default: 0.3 }),
  topP: number({ ...credit, default: 1 }),
  confidence: number({ ...credit, default: 0.6 }),
  bargeConfidence: number(credit),
  presencePenalty: number(credit),
  frequencyPenalty: number(credit),
} as const;
const hook = { webHookURL: url('Receives the calls of functions.'), webHookAuthUser: text(), webHookAuthPass: text() };
const language = object({ code: text(), name: text(), voice: text() });
const agent = object({
  engine: text({ default: 'gcloud', doc: 'The engine of the voice.' }),
  voice: text({ default: 'en-US-Neural2-J', doc: 'The voice.' }),
  postPromptURL: url('Receives the summary.'),
  postPromptAuthUser: text(),
  postPromptAuthPassword: text(),
  hints: text(),
  Prompt: list(object(promptFields)),
  PostPrompt: list(object(promptFields)),
  Languages: list(object({ Language: list(language) })),
  SWAIG: list(
    object({
      Defaults: list(object(hook)),
      Function: list(object({ ...hook, name: text(), argument: text(), purpose: text() })),
    }),
  ),
});

export const connect = verb({
  language: 'cxml',
  stage: 'observers',
  name: 'Connect',
  summary: 'Connect the call to a stream, a room or an agent, and wait for its end.',
  parameters: {
    action: url('Requested afterwards.'),
    method: method(),
    Stream: list(object(streamFields), { doc: 'A server that hears and speaks.' }),
    Room: list(object({ text: content('The name of a video room.') }), { doc: 'A video room.' }),
    VirtualAgent: list(
      object({
        connectorName: text({ required: true, doc: 'The name of the connector.' }),
        statusCallback: callback('Receives the status of the conversation.'),
        statusCallbackMethod: method(),
      }),
      { doc: 'A virtual agent of another provider.' },
    ),
    AI: list(agent, { doc: 'An AI agent. The current documentation does not list it.' }),
  },
  oneOf: [['Stream', 'Room', 'VirtualAgent', 'AI']],
  effect: { kind: 'partly', lacks: NO_SOCKET },
  answers: true,
  sets: [],
  callbacks: ['stream-started', 'stream-stopped', 'stream-error'],
  start(context, { Stream: streams = [], Room: rooms = [], VirtualAgent: agents = [] }) {
    const [[stream], [room], [virtual]] = [streams, rooms, agents];
    const noun = stream ? 'Stream' : room ? 'Room' : virtual ? 'VirtualAgent' : 'AI';
    if (stream && !isValid(context, stream)) return { do: 'next' };
    const started = stream ? opened(context, stream) : null;
    if (room) context.notSimulated(`nobody is in the video room ${room.text}`, noun);
    else if (!stream) context.notSimulated(`${virtual?.connectorName ?? 'an AI agent'} does not talk`, noun);
    else context.notSimulated(`the server at ${stream.url} is not contacted`, noun);
    const seconds = context.answerFor(noun)?.after;
    const data = { noun, started };
    return { do: 'wait', for: 'stop', data, ...(seconds !== undefined && { seconds }) };
  },
  resume(context, _event, { action, method: by }) {
    const { noun, started } = context.data;
    if (isStarted(started)) report(context, started, 'stream-stopped');
    context.report('ends');
    if (action === undefined) return { do: 'next' };
    const status = context.answerFor(String(noun))?.result ?? 'success';
    return continueAt(context, action, by, noun === 'VirtualAgent' ? { VirtualAgentStatus: status } : {});
  },
});

const isStarted = (value: unknown): value is Started => typeof value === 'object' && value !== null;
