import type { Bench, SessionPage } from '../bench/index.js';
import type { Served } from '../http/index.js';
import type { Sandbox } from '../sandbox/index.js';
import type { Inspected } from './inspected.js';
import { createInspector, type Inspector } from './page-server.js';

/** Serves the page on the session of a bench. While its requests do not go to the sandbox, it only shows them. */
export async function inspectSession(bench: Bench): Promise<SessionPage> {
  const inspected: Inspected = {
    ...{ project: 'session', kind: 'session', name: 'This session', log: bench.log, secrets: bench.knownSecrets },
    get sandbox() {
      return bench.mode.kind === 'sandbox' ? (bench.globals.sandbox as Sandbox) : undefined;
    },
    get note() {
      return bench.mode.kind === 'sandbox' ? undefined : NOTES[bench.mode.kind];
    },
    // The bench adds the credentials of the account.
    authorization: '',
    server: serverOf(bench),
  };
  const { newAddress, close } = await servePage(createInspector({ inspected: () => [inspected] }));
  return {
    ...{ newAddress, close },
    get note() {
      return inspected.note;
    },
  };
}

const NOTES = {
  live: 'The requests of this session go to the live platform. The page shows them, and sends and controls nothing.',
  replay: 'A recording answers the requests of this session. The page shows them, and sends and controls nothing.',
} as const;

/** Requests to the API are those of the session, so that its log and its recording have them. */
const serverOf = (bench: Bench): Served => ({
  async send(request) {
    const { pathname, search } = new URL(request.url);
    if (pathname.startsWith('/_patchbay/api/')) return (bench.globals.sandbox as Sandbox).control.send(request);
    const { method, headers, body } = request;
    return bench.send({ method, path: pathname + search, headers, ...(body !== undefined && { body }) });
  },
});

/** Serves only the page, on loopback. */
export async function servePage(inspector: Inspector): Promise<SessionPage> {
  const { jsonResponse, listen } = await import('../http/index.js');
  const nothing: Served = {
    send: async () => jsonResponse(404, { error: 'this server only has the page of the inspector' }),
  };
  const listener = await listen(inspector.around(nothing));
  const close = async () => {
    inspector.close();
    await listener.close();
  };
  return { newAddress: () => listener.url + inspector.newAddress(), close };
}
