import { int, none, orNull, page, shape, str } from '../../field.js';
import { op } from '../../row.js';
import { stamps } from './settings.js';

const S = '/api/video/streams/{stream_id}';
const needs = { url: str('An `rtmp://` or `rtmps://` URL.') };
const VideoStream = shape('VideoStream', {
  id: str(), url: orNull(str()), stream_type: orNull(str()), width: orNull(int()), height: orNull(int()), fps: orNull(int()), ...stamps,
});

/** Creates the operation that lists the streams of a room or conference. */
export const listStreams = <const P extends `/${string}`>(parent: P, what: string) =>
  op(`GET ${parent}/streams`, `List the streams of a ${what}.`, { takes: {}, gives: page(VideoStream) });
export const createStream = <const P extends `/${string}`>(parent: P, what: string, ok: 200 | 201) =>
  op(`POST ${parent}/streams`, `Stream a ${what} to your server.`, { needs, ok, gives: VideoStream });

export const streams = {
  get:    op(`GET ${S}`, 'Fetch one stream.', { gives: VideoStream }),
  update: op(`PUT ${S}`, 'Change the destination of a stream.', { needs, gives: VideoStream }),
  delete: op(`DELETE ${S}`, 'Delete a stream.', { spends: true, gives: none }),
};
