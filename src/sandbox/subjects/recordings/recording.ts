import { addCallback } from '../../outbound/callbacks.js';
import { compatPath, priced } from '../../respond/compat.js';
import type { Stored } from '../../respond/resources.js';
import { invalid } from '../../respond/response.js';
import { collection, type State } from '../../state/state.js';
import { between, seconds } from '../../time/clock.js';
import type { CallbackTarget } from '../calls/call.js';

export interface Recording extends Stored {
  readonly call_id: string | null;
  readonly conference_id: string | null;
  readonly leg: 'pstn' | 'sip' | 'webrtc' | null;
  readonly source: 'DialVerb' | 'OutBoundApi' | 'StartCallRecordingApi' | 'StartConferenceRecording' | 'RecordVerb';
  readonly stereo: boolean;
  readonly track: 'inbound' | 'outbound' | 'both';
  readonly format: string;
  readonly trim: string;
  readonly status: 'in-progress' | 'paused' | 'completed';
  readonly ended_at: string | null;
  /** The recorded length, without the time after `since`. `since` is null while nothing is recorded. */
  readonly recorded_ms: number;
  readonly since: string | null;
  readonly callback: CallbackTarget | null;
}

export type PauseBehavior = 'skip' | 'silence';

export const allRecordings = collection<Recording>('recordings');

type Start = Pick<Recording, 'source' | 'callback'> &
  Partial<Pick<Recording, 'id' | 'call_id' | 'conference_id' | 'leg' | 'stereo' | 'track' | 'format' | 'trim'>>;

export function startRecording(state: State, start: Start, at: string): Recording {
  const recording = allRecordings(state).add({
    call_id: null,
    conference_id: null,
    leg: null,
    stereo: false,
    track: 'both',
    format: 'mp3',
    trim: 'do-not-trim',
    ...start,
    id: start.id ?? state.ids.uuid(),
    status: 'in-progress',
    created_at: at,
    updated_at: at,
    ended_at: null,
    recorded_ms: 0,
    since: at,
  });
  sendStatus(state, recording, at);
  return recording;
}

/** With `silence`, the pause is part of the recording. With `skip`, it is left out. */
export const pauseRecording = (state: State, recording: Recording, behavior: PauseBehavior, at: string) =>
  change(state, recording, { status: 'paused', ...(behavior === 'skip' && recordedUntil(recording, at)) }, at);

export const resumeRecording = (state: State, recording: Recording, at: string): Recording =>
  change(state, recording, { status: 'in-progress', since: recording.since ?? at }, at);

/** Ends a recording. What follows after `maxMs` is trimmed. */
export function stopRecording(state: State, recording: Recording, at: string, maxMs = Infinity): Recording {
  const { recorded_ms, since } = recordedUntil(recording, at);
  const trimmed = { since, recorded_ms: Math.min(recorded_ms, maxMs) };
  const done = change(state, recording, { ...trimmed, status: 'completed', ended_at: at }, at);
  sendStatus(state, done, at);
  return done;
}

export function mustBeFinished({ status }: Recording): void {
  const message = 'the recording is still in progress: stop it before you delete it';
  if (status !== 'completed') throw invalid({ message, code: 'recording_in_progress' });
}

export const recordedMs = (state: State, { recorded_ms, since }: Recording): number =>
  recorded_ms + (since === null ? 0 : Math.max(0, between(since, state.clock.now().toISOString())));

/** The price in US dollars; 0 until the recording has ended. */
export const priceOf = ({ status, recorded_ms }: Recording): number =>
  status === 'completed' ? priced(recorded_ms, 0.0025) : 0;

/** The URL of the audio. The host is under `.invalid`, so the URL never resolves, unless the sandbox is served. */
export const fileOf = ({ network: { origin } }: State, { id, format }: Recording): string =>
  `${origin ?? 'https://files.sandbox.invalid'}/recordings/${id}.${format}`;

/** The URL of the audio in the compatible API. */
export const compatFileOf = (state: State, id: string): string =>
  `${state.network.origin ?? 'https://sandbox.invalid'}${compatPath(state, `Recordings/${id}`)}`;

const BYTES_PER_MS: Readonly<Record<string, number>> = { mp3: 2, wav: 16, mp4: 4 };
export const bytesOf = (state: State, recording: Recording): number =>
  recordedMs(state, recording) * (BYTES_PER_MS[recording.format] ?? 2) * (recording.stereo ? 2 : 1);

const recordedUntil = ({ recorded_ms, since }: Recording, at: string) => ({
  recorded_ms: recorded_ms + (since === null ? 0 : between(since, at)),
  since: null,
});

const change = (state: State, recording: Recording, fields: Partial<Recording>, at: string): Recording =>
  allRecordings(state).replace({ ...recording, ...fields, updated_at: at });

/** Sends callbacks of the compatible API. Actions of the command API send their own. */
function sendStatus(state: State, recording: Recording, at: string): void {
  const { callback, status } = recording;
  if (callback?.style !== 'compat' || !callback.events.includes(status)) return;
  addCallback(state, {
    event: `recording.${status}`,
    url: callback.url,
    method: callback.method,
    encoding: 'form',
    at,
    payload: {
      AccountSid: state.project,
      CallSid: recording.call_id ?? '',
      ...(recording.conference_id !== null && { ConferenceSid: recording.conference_id }),
      RecordingSid: recording.id,
      RecordingUrl: compatFileOf(state, recording.id),
      RecordingStatus: status,
      RecordingDuration: seconds(recording.recorded_ms),
      RecordingChannels: recording.stereo ? 2 : 1,
      RecordingSource: recording.source,
    },
  });
}
