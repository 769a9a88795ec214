import type { Dispatcher } from 'undici';
import type { Cassette } from './format/open.js';
import type { CassetteEntry } from './format/schema.js';
import { indexRecording } from './match/request-index.js';
import type { RecordingDispatcherOptions } from './record/recording-dispatcher.js';
import type { RecordingFile } from './record/writer.js';
import type { ReplayOptions } from './replay/replayer.js';

// A dispatcher must extend undici's class, which takes 60 ms to load. It is loaded only when one is created.

/** A dispatcher that answers from a recording and connects to no server. */
export interface ReplayDispatcher extends Dispatcher {
  unused(): readonly CassetteEntry[];
  /** Returns a dispatcher that starts again at the beginning of the same cassette, for another session. */
  fork(): ReplayDispatcher;
}

/** Replays to `undici.request`, `undici.fetch` and, as the global dispatcher, to Node's own `fetch`. */
export async function replayDispatcher(
  cassette: Pick<Cassette, 'entries'>,
  options: ReplayOptions = {},
): Promise<ReplayDispatcher> {
  const { ReplayDispatcher } = await import('./replay/replay-dispatcher.js');
  return new ReplayDispatcher(indexRecording(cassette, options), options);
}

/** Records `undici.request`, `undici.fetch` and, as the global dispatcher, `fetch`. Closing it closes the file. */
export async function recordingDispatcher(
  file: string | RecordingFile,
  options: RecordingDispatcherOptions = {},
): Promise<Dispatcher> {
  const { RecordingDispatcher } = await import('./record/recording-dispatcher.js');
  return new RecordingDispatcher(file, options);
}
