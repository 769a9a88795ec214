import { type Recording, recordRoute, SessionLog } from '../../bench/index.js';
import type { Transport } from '../../http/index.js';
import type { KnownSecrets } from '../../redact/index.js';
import { newSandbox } from '../../sandbox/index.js';
import { writeErr } from '../output.js';

interface RecordOptions {
  readonly file: string;
  readonly redact: boolean;
  readonly isLive: boolean;
  readonly knownSecrets: KnownSecrets;
}

export type ServiceRecording = Pick<Recording, 'services' | 'finish'>;

/** Records the requests of skills, as a bench does. There is no account, because skills reach services only. */
export async function recordServices(
  services: Transport,
  { file, redact, isLive, knownSecrets }: RecordOptions,
): Promise<ServiceRecording> {
  const sandbox = newSandbox({ empty: true });
  const { project, token, host } = sandbox.credentials;
  const account = { credentials: { project, token, base: `https://${host}` }, transport: sandbox.transport };
  return recordRoute(
    { mode: { kind: isLive ? 'live' : 'sandbox' }, destination: '', account, services },
    { file, redact },
    { sandbox, knownSecrets, log: new SessionLog(), notice: (text) => void writeErr(`patchbay: ${text}\n`) },
  );
}
