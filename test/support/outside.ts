import { serve } from './loopback.js';

/** The internet, played by a proxy on loopback that lets nobody through and notes who wanted what. */
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
    /** What was wanted since the last time. */
    wanted: () => wanted.splice(0),
  };
}
