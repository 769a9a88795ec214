import { recordRoute, SessionLog } from '../../bench/index.js';
import type { Transport } from '../../http/index.js';
import { KnownSecrets } from '../../redact/index.js';
import type { Sandbox } from '../../sandbox/index.js';
import { writeErr } from '../output.js';

export interface ServedRecording {
  /** Wraps the transport of a server, so that its requests are recorded. */
  through(transport: Transport): Transport;
  finish(): void;
}

/** Records the requests of all clients of a served sandbox, and the requests that the sandbox makes. */
export async function recordServed(sandbox: Sandbox, file: string): Promise<ServedRecording> {
  const { project, token, host } = sandbox.credentials;
  let served: Transport | undefined;
  const transport: Transport = {
    send: async (request, context) => {
      if (!served) throw new Error('the sandbox is not served yet');
      return served.send(request, context);
    },
  };
  const base = `https://${host}`;
  const knownSecrets = new KnownSecrets(process.env);
  sandbox.followCards((number) => knownSecrets.add(number));
  const { platform, finish } = await recordRoute(
    {
      mode: { kind: 'sandbox' },
      destination: 'sandbox',
      account: { credentials: { project, token, base }, transport },
      services: transport,
    },
    { file, redact: true },
    {
      sandbox,
      knownSecrets,
      log: new SessionLog(),
      notice: (text) => void writeErr(`patchbay: ${text}\n`),
    },
  );
  return {
    through(inner) {
      served = inner;
      // The port differs in each run, so the recording has the host of the sandbox.
      return { send: (request, context) => platform.send({ ...request, url: base + pathOf(request.url) }, context) };
    },
    finish,
  };
}

const pathOf = (url: string): string => /^https?:\/\/[^/?#]*(.*)$/s.exec(url)?.[1] ?? '/';
