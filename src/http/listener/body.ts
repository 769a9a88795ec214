import type { IncomingMessage } from 'node:http';

const NOTHING = Buffer.alloc(0);

const hasBody = ({ headers }: IncomingMessage) =>
  headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;

/** Reads the whole body. Returns undefined as soon as it exceeds `maxBytes`. Rejects if the client disconnects. */
export function bodyOf(message: IncomingMessage, maxBytes: number): Promise<Buffer | undefined> {
  if (!hasBody(message)) return Promise.resolve(NOTHING);
  if (Number(message.headers['content-length'] ?? 0) > maxBytes) return Promise.resolve(undefined);
  return new Promise((resolve, reject) => {
    if (message.destroyed) return reject(new Error('the client disconnected'));
    const chunks: Buffer[] = [];
    let size = 0;
    message.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size <= maxBytes) return void chunks.push(chunk);
      chunks.length = 0;
      resolve(undefined);
    });
    message.once('end', () => resolve(Buffer.concat(chunks)));
    message.once('error', reject);
  });
}
