import type { Dispatcher } from 'undici';
import type { Cassette } from './format/open.js';
import type { CassetteEntry } from './format/schema.js';
import { shelve } from './match/request-index.js';
import type { RecordingDispatcherOptions } from './record/recording-dispatcher.js';
import type { Tape } from './record/writer.js';
import type { ReplayOptions } from './replay/replayer.js';

// A dispatcher has to extend undici's, which takes 60 ms to load: only who makes one pays for it.

/** A dispatcher that answers from a recording and reaches nothing else. */
export interface ReplayDispatcher extends Dispatcher {
  /** Recorded exchanges that nothing asked for. */
  unused(): readonly CassetteEntry[];
  /** The same cassette from its beginning, for another session. */
  fork(): ReplayDispatcher;
}

/** Replays to undici.request, undici.fetch and, as the global dispatcher, to Node's own fetch. */
export async function replayDispatcher(
  { entries }: Pick<Cassette, 'entries'>,
  options: ReplayOptions = {},
): Promise<ReplayDispatcher> {
  const { ReplayDispatcher } = await import('./replay/replay-dispatcher.js');
  return new ReplayDispatcher(shelve(entries), options);
}

/** Records undici.request, undici.fetch and, as the global dispatcher, Node's own fetch. Closing it closes the file. */
export async function recordingDispatcher(
  file: string | Tape,
  options: RecordingDispatcherOptions,
): Promise<Dispatcher> {
  const { RecordingDispatcher } = await import('./record/recording-dispatcher.js');
  return new RecordingDispatcher(file, options);
}
