import type { WireRequest, WireResponse } from '../../../http/index.js';
import type { State } from '../../state/state.js';
import { allRecordings, recordedMs } from './recording.js';

/** The paths of the files of recordings. Without an extension, a request with credentials gets the metadata. */
const FILE = /\/recordings\/([0-9a-f-]{36})(\.(?:wav|mp3|mp4))?$/i;

const RATE = 8000;
const BYTES = 2;
const HEADER = 44;
/** A long recording has a shorter file, because every byte is in memory. */
const MAX_MS = 10 * 60_000;

/** Serves the audio of a recording, for which no credentials are needed. Undefined for other requests. */
export function recordingAudio(state: State, { method, url, headers = {} }: WireRequest): WireResponse | undefined {
  const [, id = '', extension] = FILE.exec(new URL(url).pathname) ?? [];
  if ((method !== 'GET' && method !== 'HEAD') || id === '') return undefined;
  if (extension === undefined && headers.authorization !== undefined) return undefined;
  const recording = allRecordings(state).get(id);
  if (!recording) return undefined;
  const body = silence(Math.min(recordedMs(state, recording), MAX_MS), recording.stereo ? 2 : 1);
  return { status: 200, headers: { 'content-type': 'audio/wav', 'content-length': String(body.length) }, body };
}

/** A WAV file of silence, because no audio is recorded. */
function silence(ms: number, channels: number): Uint8Array {
  const data = Math.round((ms / 1000) * RATE) * channels * BYTES;
  const file = Buffer.alloc(HEADER + data);
  file.write('RIFF', 0, 'latin1');
  file.writeUInt32LE(HEADER - 8 + data, 4);
  file.write('WAVEfmt ', 8, 'latin1');
  file.writeUInt32LE(16, 16);
  file.writeUInt16LE(1, 20);
  file.writeUInt16LE(channels, 22);
  file.writeUInt32LE(RATE, 24);
  file.writeUInt32LE(RATE * channels * BYTES, 28);
  file.writeUInt16LE(channels * BYTES, 32);
  file.writeUInt16LE(BYTES * 8, 34);
  file.write('data', 36, 'latin1');
  file.writeUInt32LE(data, 40);
  return file;
}
