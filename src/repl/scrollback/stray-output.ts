import { cleanExceptColours } from '../../show/index.js';

type Stream = Pick<NodeJS.WriteStream, 'write'>;

/**
 * Redirects writes to the process's own streams (progress lines of libraries, warnings of Node.js) to the scrollback,
 * so that they do not corrupt the live area. Call the returned function to restore the streams.
 */
export function catchStrayOutput(streams: readonly Stream[], add: (text: string) => void): () => void {
  const originals = streams.map((stream) => stream.write);
  for (const stream of streams) {
    stream.write = ((chunk: string | Uint8Array, ...rest: unknown[]) => {
      add(cleanExceptColours(typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString()));
      const done = rest.find((one) => typeof one === 'function') as (() => void) | undefined;
      if (done) process.nextTick(done);
      return true;
    }) as Stream['write'];
  }
  return () => {
    for (const [index, stream] of streams.entries()) stream.write = originals[index] as Stream['write'];
  };
}
