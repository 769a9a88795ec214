import type { CallbackTarget } from '../../../subjects/calls/call.js';
import { stopAction } from '../../acts/actions.js';
import { isStreamUrl, startStream } from '../../acts/stream.js';
import type { StepContext } from '../../run/step-context.js';
import { choice, list, object, text, type ValuesOf } from '../../verbs/parameters.js';
import { cxmlVerb } from '../../verbs/verb.js';
import { callback, flag, method } from '../attributes.js';
import { statusCallback } from '../cxml-request.js';

const parameter = object({
  name: text({ required: true, doc: 'The name.' }),
  value: text({ required: true, doc: 'The value.' }),
});

export const streamFields = {
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

export const start = cxmlVerb({
  stage: 'observers',
  name: 'Start',
  summary: 'Copy the audio of the call to a server in the background.',
  parameters: {
    Stream: list(object(streamFields), { required: true, min: 1, doc: 'The server that receives the audio.' }),
  },
  effect: { kind: 'partly', lacks: 'no socket is opened' },
  callbacks: ['stream-started', 'stream-stopped', 'stream-error'],
  start(context, { Stream: streams }) {
    for (const stream of streams)
      if (openStream(context, stream) !== undefined)
        context.notSimulated(`the server at ${stream.url} is not contacted`, 'Stream');
    return { do: 'next' };
  },
});

export const stop = cxmlVerb({
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
  callbacks: ['stream-stopped'],
  start(context, { Stream: streams }) {
    for (const { name } of streams)
      if (!context.call.actions.some(({ kind, control_id }) => kind === 'stream' && control_id === name))
        context.problem(`there is no stream with the name ${name}`);
      else {
        context.report(`stops the stream ${name}`);
        stopAction(context, 'stream', name);
      }
    return { do: 'next' };
  },
});

/** Opens a stream, and returns the name with which it is stopped. An invalid one is reported. */
export function openStream(context: StepContext, stream: Stream): string | undefined {
  const { url: to, name, track, statusCallback: url, statusCallbackMethod } = stream;
  const isValid = to !== undefined && !to.includes('?') && (isStreamUrl(to) || to.startsWith('/'));
  const isTaken = context.call.actions.some(({ control_id }) => control_id === name);
  if (isValid && !isTaken) {
    context.report(`streams audio to ${to}`);
    const callback: CallbackTarget | null =
      url === undefined ? null : { style: 'compat', url, method: statusCallbackMethod, events: [] };
    return startStream(context, { url: to, name, track, control_id: name, callback })?.control_id;
  }
  const StreamError = to === undefined ? 'missing_url' : isValid ? 'duplicated_name' : 'invalid_url';
  context.problem(
    isValid
      ? `the name ${name} of Stream is in use`
      : `Stream ${name ?? ''} requires a wss URL without a query string (31922)`,
  );
  const target = { url, method: statusCallbackMethod, event: 'stream-error' };
  const named = { StreamSid: context.newId(), ...(name !== undefined && { StreamName: name }), StreamTrack: track };
  const fields = { ...named, StreamEvent: 'stream-error', StreamError };
  statusCallback(context, target, { ...fields, Timestamp: context.at, 'Unique-ID': context.call.id });
  return undefined;
}
