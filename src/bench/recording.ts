import type { Recorder } from '../cassette/index.js';
import { CREDENTIAL_VARIABLES, operationOf } from '../client/index.js';
import { secretCutter } from '../redact/index.js';
import { packageVersion } from '../util/index.js';
import type { Route } from './route.js';

export interface RecordingOptions {
  readonly file: string;
  /** Without latencies: the same calls give the same file. */
  readonly still?: boolean;
}

/** What a recording says it was made with. Only one made by the same sandbox can be gone on from. */
export const TOOL = `patchbay ${packageVersion()}`;

/** Writes down what a route answers. The token never reaches the disk. */
export async function recordRoute({ mode, account }: Route, { file, still }: RecordingOptions): Promise<Recorder> {
  const { recorder } = await import('../cassette/index.js');
  if (mode.kind === 'replay')
    throw new TypeError('a replay is a recording already; --record goes with --sandbox or --live');
  const { project, token } = account.credentials;
  const basic = Buffer.from(`${project}:${token}`).toString('base64');
  return recorder(account.transport, {
    file,
    header: { origin: mode.kind, tool: TOOL, ...(mode.kind === 'live' && { recorded_at: new Date().toISOString() }) },
    // Also in the sandbox: whoever has credentials may have typed them.
    secrets: secretCutter([token, basic, process.env[CREDENTIAL_VARIABLES.token]]),
    label: operationOf,
    ...(still && { now: () => 0 }),
  });
}
