import { page } from '../../respond/pages.js';
import { notFound } from '../../respond/response.js';
import type { Ask, Handler, Subject } from '../../respond/subject.js';
import { owned } from '../../state/owned.js';
import type { State } from '../../state/state.js';
import { refuse } from '../refusals.js';

/** An RTMP stream from a room or a conference to an external server. */
interface Stream {
  readonly id: string;
  readonly url: string;
  readonly created_at: string;
  readonly updated_at: string;
}

export const streams = owned<Stream>('video streams');

const checkedUrl = ({ fields }: Ask): string => {
  const url = String(fields.url);
  if (/^rtmps?:\/\/[^\s/]/.test(url)) return url;
  throw refuse('url', 'url must be an rtmp:// or rtmps:// URL', 'invalid_url');
};

/** Returns the list and create operations under a parent. `parentOf` throws if the parent does not exist. */
export const streamsOf = (parentOf: (ask: Ask) => { readonly id: string }): Record<'list' | 'create', Handler> => ({
  list: (ask) => page(ask, streams.of(ask.state, parentOf(ask).id), view),
  create: (ask) => {
    const { id: parent } = parentOf(ask);
    const url = checkedUrl(ask);
    const at = now(ask.state);
    return view(streams.add(ask.state, parent, { id: ask.state.ids.uuid(), url, created_at: at, updated_at: at }));
  },
});

export const videoStreams: Subject = {
  'video.streams.get': (ask) => view(named(ask)),
  'video.streams.update': (ask) => {
    const stream = named(ask);
    return view(streams.replace(ask.state, { ...stream, url: checkedUrl(ask), updated_at: now(ask.state) }));
  },
  'video.streams.delete': (ask) => streams.delete(ask.state, named(ask).id),
};

const now = (state: State) => state.clock.now().toISOString();

function named({ state, words }: Ask): Stream {
  const stream = streams.get(state, words.stream_id ?? '');
  if (!stream) throw notFound();
  return stream;
}

const view = (stream: Stream) => ({ ...stream, stream_type: 'rtmp', width: 1280, height: 720, fps: 20 });
