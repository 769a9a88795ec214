import { relayTarget, startAction } from '../../acts/actions.js';
import { isStreamUrl, startStream } from '../../acts/stream.js';
import { any, bool, choice, map, text, whole } from '../parameters.js';
import { stopVerb } from '../stop-verb.js';
import { swmlVerb } from '../verb.js';

const common = { stage: 'observers' } as const;

export const stream = swmlVerb({
  ...common,
  name: 'stream',
  summary: 'Send the audio of the call to a WebSocket server.',
  parameters: {
    url: text({ required: true, doc: 'A wss URL.' }),
    control_id: text({ doc: 'The name for stop_stream; default: generated.' }),
    name: text({ doc: 'The name in events.' }),
    track: choice(['inbound_track', 'outbound_track', 'both_tracks'], {
      default: 'inbound_track',
      doc: 'The directions.',
    }),
    codec: text({ doc: 'The codec.' }),
    realtime: bool({ default: false, variable: true, doc: 'Sends audio both ways.' }),
    status_url: text({ relative: true, doc: 'Receives calling.call.stream.' }),
    status_url_method: choice(['GET', 'POST'], { default: 'POST', doc: 'The method of status_url.' }),
    authorization_bearer_token: text({ doc: 'The token in the handshake.' }),
    custom_parameters: map(any(), { doc: 'Values that are sent with the first message.' }),
  },
  effect: { kind: 'not simulated', lacks: 'the WebSocket server is not contacted' },
  sets: ['stream_result', 'stream_control_id'],
  callbacks: ['calling.call.stream'],
  start(context, { url, control_id, name, track, status_url, status_url_method }) {
    const isValid = isStreamUrl(url);
    if (!isValid) context.fails('relay_script_method_parameter_invalid_value', `${url} must start with wss://`);
    const callback = relayTarget(status_url, status_url_method);
    const action = isValid ? startStream(context, { url, name, track, control_id, callback }) : undefined;
    context.set('stream_result', action ? 'success' : 'failed');
    if (!action) return { do: 'next' };
    context.set('stream_control_id', action.control_id);
    context.report(`streams to ${url}`);
    context.notSimulated('the WebSocket server is not contacted', 'stream');
    return { do: 'next' };
  },
});

export const stop_stream = stopVerb({
  ...common,
  name: 'stop_stream',
  kind: 'stream',
  thing: 'stream',
  summary: 'Stop a stream.',
  callbacks: ['calling.call.stream'],
});

const RTP = /^rtp:\/\/(\[[0-9a-f:]+\]|[^\s/:]+):(\d{1,5})$/i;

export const tap = swmlVerb({
  ...common,
  name: 'tap',
  summary: 'Copy the audio of the call to an RTP or WebSocket address.',
  parameters: {
    uri: text({ required: true, doc: 'rtp://IP:port, ws://… or wss://….' }),
    control_id: text({ doc: 'The name for stop_tap; default: generated.' }),
    direction: choice(['speak', 'listen', 'both'], { default: 'speak', doc: 'The directions.' }),
    codec: choice(['PCMU', 'PCMA'], { default: 'PCMU', doc: 'The codec.' }),
    rtp_ptime: whole({ default: 20, min: 1, variable: true, doc: 'Milliseconds in each packet.' }),
    status_url: text({ relative: true, doc: 'Receives calling.call.tap.' }),
  },
  effect: { kind: 'not simulated', lacks: 'no audio is sent' },
  sets: [
    'tap_uri',
    'tap_result',
    'tap_control_id',
    'tap_rtp_src_addr',
    'tap_rtp_src_port',
    'tap_ptime',
    'tap_codec',
    'tap_rate',
  ],
  callbacks: ['calling.call.tap'],
  start(context, { uri, control_id, codec, rtp_ptime, status_url, direction }) {
    const isValid = RTP.test(uri) || /^wss?:\/\/[^\s/]/.test(uri);
    if (!isValid)
      context.fails('relay_script_method_parameter_invalid_value', `${uri} must start with rtp://, ws:// or wss://`);
    const action = isValid
      ? startAction(context, 'tap', {
          control_id,
          callback: relayTarget(status_url),
          facts: { tap: { tap: { type: 'audio', params: { direction } }, device: tapDevice(uri, codec, rtp_ptime) } },
        })
      : undefined;
    context.set('tap_result', action ? 'success' : 'failed');
    if (!action) return { do: 'next' };
    context.set('tap_uri', uri);
    context.set('tap_control_id', action.control_id);
    context.set('tap_rtp_src_addr', '192.0.2.10');
    context.set('tap_rtp_src_port', 20_000);
    context.set('tap_ptime', rtp_ptime);
    context.set('tap_codec', codec);
    context.set('tap_rate', 8000);
    context.report(`copies the audio to ${uri}`);
    context.notSimulated('no audio is sent', 'tap');
    return { do: 'next' };
  },
});

/** The address to which the audio is copied, as callbacks describe it. */
function tapDevice(uri: string, codec: string, ptime: number): object {
  const [, addr, port] = RTP.exec(uri) ?? [];
  if (addr === undefined) return { type: 'ws', params: { uri, codec } };
  return { type: 'rtp', params: { addr, port: Number(port), codec, ptime } };
}

export const stop_tap = stopVerb({
  ...common,
  name: 'stop_tap',
  kind: 'tap',
  thing: 'tap',
  summary: 'Stop a tap.',
  callbacks: ['calling.call.tap'],
});
