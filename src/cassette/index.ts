export { type ReplayDispatcher, recordingDispatcher, replayDispatcher } from './dispatchers.js';
export { bytesOf, textOf } from './format/body.js';
export { CassetteError } from './format/cassette-error.js';
export {
  type Cassette,
  type CassetteParts,
  exchangeNumbers,
  isRecordingText,
  openCassette,
  openParts,
  parseCassette,
} from './format/open.js';
export type {
  CassetteDocument,
  CassetteEntry,
  CassetteHeader,
  RecordedBody,
  SessionEntry,
  WebhookEntry,
} from './format/schema.js';
export { toNdjson, toYaml } from './format/write.js';
export { canonicalJson } from './match/body-key.js';
export { ReplayMiss } from './match/miss.js';
export { keptRequest, keptResponse } from './record/recorded-headers.js';
export { exchangeEntry, type Recorder, type RecorderOptions, recorder } from './record/recorder.js';
export type { RecordingDispatcherOptions } from './record/recording-dispatcher.js';
export { type PlatformRequest, webhookEntry, webhookReplayer } from './record/webhook-entry.js';
export { openRecordingFile, type RecordingFile, type RecordingFileOptions } from './record/writer.js';
export {
  changeCassette,
  createCassette,
  type RedactCassetteOptions,
  type RedactedCassettes,
  redactCassette,
  saveRedacted,
} from './redact/redact-file.js';
export type { BesideScript } from './redact/redact-recording.js';
export { openUnredacted, publishRedacted, redactedName, type UnredactedRecording } from './redact/unredacted.js';
export { playThrough, type Replayer, type ReplayOptions, replayer, UnusedEntries } from './replay/replayer.js';

// For our own parts: the published declarations do not have the following names.

/** @internal */
export { type RedactedRecording, redactRecording } from './redact/redact-recording.js';
