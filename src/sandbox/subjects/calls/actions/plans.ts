import type { InputOf } from '../../../respond/handler.js';
import { badRequest } from '../../../respond/response.js';
import { wrongValue } from '../../refusals.js';
import type { ActionFacts } from '../call.js';
import { checkMinimum, checkPublicHost, checkUrl, checkWebSocket } from '../checks.js';
import type { RecordingOptions } from './run.js';

export interface Plan {
  /** Its length; null or undefined if it runs until it is stopped. */
  readonly lasts_ms?: number | null;
  readonly facts?: ActionFacts;
  readonly recording?: RecordingOptions;
}

/** In seconds. The default is not documented. */
const DEFAULT_INITIAL_TIMEOUT = 4;
/** The first words are enough to detect a machine. */
const MACHINE_DETECTION_MS = 2000;
/** The sandbox does not load media. An item without a duration lasts long enough to pause and stop it. */
const UNKNOWN_LENGTH_MS = 60_000;
/** Longer than any call. The limit keeps times within the range of `Date`. */
const MAX_LENGTH_MS = 365 * 86_400_000;

const ms = (seconds: number): number => Math.min(Math.round(seconds * 1000), MAX_LENGTH_MS);

type PlayInput = InputOf<'calling.play'>;

export const planPlay = ({ play, loop = 1, volume = 0 }: PlayInput): Plan => ({
  lasts_ms: lengthOf(play, loop),
  facts: { volume },
});

function lengthOf(media: PlayInput['play'], loop: number): number | null {
  if (media.length === 0) throw wrongValue('play', 'must not be empty');
  const once = media.reduce((sum, { type, params }, i) => {
    if (type === 'audio') checkUrl(params.url, `play[${i}].params.url`);
    const duration = 'duration' in params && typeof params.duration === 'number' ? params.duration : undefined;
    checkMinimum(0, duration, `play[${i}].params.duration`);
    return sum + (duration === undefined ? UNKNOWN_LENGTH_MS : ms(duration));
  }, 0);
  return loop === 0 ? null : Math.min(once * loop, MAX_LENGTH_MS);
}

export const planRecord = ({ record }: InputOf<'calling.record'>): Plan => recordingPlan(record?.audio ?? {});

const TRACKS: ReadonlyMap<unknown, RecordingOptions['track']> = new Map([
  ['listen', 'outbound'],
  ['speak', 'inbound'],
  ['both', 'both'],
]);

/** Plans a recording. In a document, the options have not been validated. */
export function recordingPlan({
  stereo,
  format,
  direction = 'speak',
  max_length,
}: Readonly<Record<string, unknown>>): Plan {
  const recording = {
    stereo: stereo === true,
    format: typeof format === 'string' ? format : 'mp3',
    track: TRACKS.get(direction) ?? 'inbound',
  } as const;
  return { lasts_ms: (typeof max_length === 'number' && ms(max_length)) || null, recording };
}

export function planCollect(input: InputOf<'calling.collect'>): Plan {
  const { digits, speech, initial_timeout = DEFAULT_INITIAL_TIMEOUT, start_input_timers = false } = input;
  if (digits === undefined && speech === undefined)
    throw badRequest({ message: 'digits or speech is required', attribute: 'digits' });
  checkMinimum(0, initial_timeout, 'initial_timeout');
  checkMinimum(1, digits?.max, 'digits.max');
  return { lasts_ms: start_input_timers ? ms(initial_timeout) : null, facts: { initial_timeout } };
}

/** Only the detection of machines has a result. Others time out, because no fax or key tones occur here. */
export const planDetect = ({ detect: { type }, timeout = 30 }: InputOf<'calling.detect'>): Plan => ({
  lasts_ms: type === 'machine' ? Math.min(MACHINE_DETECTION_MS, ms(timeout)) : ms(timeout),
  facts: { type },
});

export function planTap({ device }: InputOf<'calling.tap'>): Plan {
  if (device.type === 'ws') checkWebSocket(device.params.uri, 'device.params.uri', ['ws', 'wss']);
  else checkPublicHost(device.params.addr, 'device.params.addr');
  return {};
}

export function planStream({ url, name }: { readonly url: string; readonly name?: string }, attribute = 'url'): Plan {
  checkWebSocket(url, attribute);
  return { facts: { url, name } };
}

export function planSidecar({ url }: InputOf<'beyond.calling.ai_sidecar'>): Plan {
  checkUrl(url, 'url');
  return { facts: { url } };
}
