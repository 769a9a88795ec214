import { cleanExceptColours } from '../../show/index.js';

type Stream = Pick<NodeJS.WriteStream, 'write'>;

/**
 * Sends what is written to the process's own streams (a library's progress line, Node's warnings) to the scrollback,
 * where it cannot tear the live area. The answer puts the streams back.
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
