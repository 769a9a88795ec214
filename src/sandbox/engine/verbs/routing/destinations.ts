import { QUEUE } from '../../../subjects/calls/callee.js';
import { isStreamUrl } from '../../acts/stream.js';
import type { Answer } from '../../run/story.js';
import {
  any,
  bool,
  choice,
  either,
  list,
  map,
  number,
  object,
  steps,
  text,
  type ValuesOf,
  whole,
} from '../parameters.js';

const ONCE = {
  from: text({ doc: 'The caller id; default: the caller.' }),
  from_name: text({ doc: 'The name of the caller, for SIP.', ignored: true }),
  headers: list(object({ name: text({ required: true }), value: text({ required: true }) }), {
    doc: 'Extra SIP headers.',
    ignored: true,
  }),
  codecs: text({ doc: 'A comma-separated list of codecs.', ignored: true }),
  webrtc_media: bool({ variable: true, doc: 'WebRTC media, for SIP.', ignored: true }),
  session_timeout: whole({ min: 0, variable: true, doc: 'The SIP session timer in seconds.', ignored: true }),
  username: text({ doc: 'The user name of SIP authentication.', ignored: true }),
  password: text({ doc: 'The password of SIP authentication.', ignored: true }),
  timeout: whole({ min: 0, variable: true, doc: 'Seconds to wait for an answer; default 60.' }),
  call_state_url: text({ relative: true, doc: 'Receives calling.call.state of each leg.' }),
  call_state_events: list(choice(['created', 'ringing', 'answered', 'ended']), { doc: 'The states to report.' }),
  confirm: either([text({ form: 'document' }), steps()], {
    doc: 'Steps, or the URL of a document, that run on the answered leg first.',
  }),
  confirm_timeout: number({ min: 0, variable: true, doc: 'Seconds for `confirm`; default: timeout.' }),
  encryption: choice(['mandatory', 'optional', 'forbidden'], { doc: 'SRTP, for SIP.', ignored: true }),
  name: text({ doc: 'The name of the stream.' }),
  codec: text({ doc: 'The codec of the stream.', ignored: true }),
  realtime: bool({ variable: true, doc: 'Streams in real time.', ignored: true }),
  authorization_bearer_token: text({ doc: 'The token of the stream.', ignored: true }),
  custom_parameters: map(any(), { doc: 'The parameters of the stream.', ignored: true }),
  status_url: text({ relative: true, doc: 'Receives calling.call.connect or calling.call.stream.' }),
  status_url_method: choice(['GET', 'POST'], { doc: 'The method of status_url, for streams.' }),
} as const;

const DESTINATION = object({
  to: text({ required: true, form: 'destination', doc: 'A number, an address, a queue or a stream.' }),
  ...ONCE,
});
export type Destination = ValuesOf<{ readonly to: typeof TO } & typeof ONCE>;
const TO = text({ required: true });

/** The parameters that say whom a step dials. The common ones are defaults of each destination. */
export const destinations = {
  to: text({ form: 'destination', doc: 'A number, a SIP address, /public/name, queue:name or stream:wss://….' }),
  serial: list(DESTINATION, { min: 1, doc: 'Destinations that are dialled one after the other.' }),
  parallel: list(DESTINATION, { min: 1, doc: 'Destinations that are dialled at the same time.' }),
  serial_parallel: list(list(DESTINATION, { min: 1 }), { min: 1, doc: 'Groups that are dialled one after the other.' }),
  ...ONCE,
} as const;
type Params = ValuesOf<typeof destinations>;

/** The destinations in groups. The destinations of a group are dialled together. */
export function groupsOf(params: Params): Destination[][] {
  const { to, serial, parallel, serial_parallel, ...common } = params;
  const full = (one: object): Destination => ({ ...common, ...defined(one) }) as Destination; // `to` is required in each.
  if (to !== undefined) return [[full({ to })]];
  if (serial) return serial.map((one) => [full(one)]);
  if (parallel) return [parallel.map(full)];
  return (serial_parallel ?? []).map((group) => group.map(full));
}

const defined = (one: object): object =>
  Object.fromEntries(Object.entries(one).filter(([, value]) => value !== undefined));

/** The conversation with a caller from a queue leads to another document. */
export const queueProblem = (to: string, transfer_after_bridge: unknown): string | undefined =>
  QUEUE.test(to) && transfer_after_bridge === undefined
    ? 'connect to a queue requires transfer_after_bridge'
    : undefined;

export const streamProblem = (to: string): string | undefined =>
  isStreamUrl(to.slice(STREAM.length)) ? undefined : `${to} must be stream: and a wss URL`;
const STREAM = 'stream:';

const REASONS: Readonly<Record<string, string>> = {
  busy: 'busy',
  'no-answer': 'no_answer',
  canceled: 'cancel',
  failed: 'error',
};

/** The reason of a failed leg, as documents and callbacks name it. */
export const failedReason = (status: string, answer: Answer | undefined): string =>
  answer?.outcome === 'declined' && status === 'busy' ? 'declined' : (REASONS[status] ?? 'declined');
