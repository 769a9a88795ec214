import { serve } from './loopback.js';

/** Simulates the internet with a proxy on loopback. It rejects all requests and records their targets. */
export async function outside() {
  const wanted: string[] = [];
  const server = await serve(
    (message, response) => {
      wanted.push(message.url ?? '');
      response.writeHead(502).end();
    },
    (target) => wanted.push(target),
  );
  return {
    ...server,
    /** Returns the targets that were requested since the last call. */
    wanted: () => wanted.splice(0),
  };
}
