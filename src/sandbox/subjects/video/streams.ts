import type { Handlers, OperationRequest, RequestWith } from '../../respond/handler.js';
import { page } from '../../respond/pages.js';
import type { Stored } from '../../respond/resources.js';
import { found } from '../../respond/response.js';
import { owned } from '../../state/owned.js';
import type { State } from '../../state/state.js';
import { refuse } from '../refusals.js';

/** An RTMP stream from a room or a conference to an external server. */
interface Stream extends Stored {
  readonly url: string;
}

export const streams = owned<Stream>('video streams');

function checkUrl({ url }: { readonly url: string }): void {
  if (/^rtmps?:\/\/[^\s/]/.test(url)) return;
  throw refuse('url', 'url must be an rtmp:// or rtmps:// URL', 'invalid_url');
}

/** Returns the list and create operations under a parent. `parentOf` throws if the parent does not exist. */
export const streamsOf = <R extends OperationRequest>(parentOf: (request: R) => { readonly id: string }) => ({
  list: (request: R) => page(request, streams.of(request.state, parentOf(request).id), view),
  create: (request: R & { readonly input: { readonly url: string } }) => {
    const { state, input } = request;
    const { id: parent } = parentOf(request);
    checkUrl(input);
    const at = now(state);
    return view(streams.add(state, parent, { id: state.ids.uuid(), url: input.url, created_at: at, updated_at: at }));
  },
});

export const videoStreams: Handlers = {
  'video.streams.get': (request) => view(find(request)),
  'video.streams.update': (request) => {
    const { state, input } = request;
    const stream = find(request);
    checkUrl(input);
    return view(streams.replace(state, { ...stream, url: input.url, updated_at: now(state) }));
  },
  'video.streams.delete': (request) => streams.delete(request.state, find(request).id),
};

const now = (state: State) => state.clock.now().toISOString();

const find = ({ state, params }: RequestWith<'stream_id'>): Stream => found(streams.get(state, params.stream_id));

const view = (stream: Stream) => ({ ...stream, stream_type: 'rtmp', width: 1280, height: 720, fps: 20 });
