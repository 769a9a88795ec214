import { existsSync } from 'node:fs';
import { CREDENTIAL_VARIABLES, operationOf } from '../../client/index.js';
import type { Transport } from '../../http/index.js';
import type { KnownSecrets, Replaced } from '../../redact/index.js';
import type { Sandbox } from '../../sandbox/index.js';
import { fileInShell, Mistake, packageVersion } from '../../util/index.js';
import type { SessionLog } from '../session/session-log.js';
import type { Route } from './route.js';
import { followSession, SessionFile } from './session-file.js';

export interface RecordingOptions {
  readonly file: string;
  /**
   * For a fixture: leaves out latencies, so that the same calls produce the same file, and outside of live mode the services,
   * because those of the package answer in a replay.
   */
  readonly still?: boolean;
  /** Also records the inputs, outputs and errors of the session. */
  readonly session?: boolean;
  /** Redacts personal data, numbers and addresses when the recording ends, for a file that others will see. */
  readonly redact?: boolean;
}

/** The tool in the header of a recording. The sandbox continues only a recording that the same version made. */
export const TOOL = `patchbay ${packageVersion()}`;

interface Context {
  readonly sandbox: Pick<Sandbox, 'seed' | 'isSample' | 'clock' | 'webhooks'>;
  readonly knownSecrets: Pick<KnownSecrets, 'known' | 'including'>;
  readonly log: Pick<SessionLog, 'follow'>;
  notice(text: string): void;
}

/** A recording in progress, with transports that record their exchanges. */
export interface Recording {
  readonly file: string;
  readonly platform: Transport;
  readonly services: Transport;
  /** Closes the recording and redacts it. Synchronous, because the process may be about to exit. */
  finish(): void;
}

/** Records the exchanges of a route and of its services. Secrets are never written to disk. */
export async function recordRoute(
  { mode, account, services }: Route,
  { file, still, session = false, redact = false }: RecordingOptions,
  { sandbox, knownSecrets, log, notice }: Context,
): Promise<Recording> {
  const { openRecordingFile, openUnredacted, recorder, webhookEntry } = await import('../../cassette/index.js');
  if (mode.kind === 'replay') throw new Mistake('a replay cannot be recorded. Use --record with --sandbox or --live');
  const { project, token } = account.credentials;
  const basic = Buffer.from(`${project}:${token}`).toString('base64');
  // The real token is redacted in sandbox mode too, because the user may have typed it.
  const secrets = [token, basic, process.env[CREDENTIAL_VARIABLES.token]];
  const options = {
    header: { origin: mode.kind, tool: TOOL, ...startState(mode.kind, sandbox) },
    secrets: knownSecrets.including(secrets),
    onRestored: (removed: string) =>
      notice(`${removed} was removed during the recording. It was written again, with all that was recorded`),
  };
  const unredacted = redact ? openUnredacted(file, options) : undefined;
  const opened = unredacted?.recordingFile ?? openRecordingFile(file, options);
  const recordingFile = new SessionFile(opened);
  if (unredacted ? unredacted.isReplacing : !recordingFile.isBegun)
    notice(`${file} is an existing recording. The first exchange replaces it`);
  if (unredacted?.isLeftOver) notice(leftOverNote(unredacted.file));
  const clock = still && { now: () => 0 };
  const stopFollowing =
    mode.kind === 'sandbox' &&
    sandbox.webhooks.follow((webhook) => {
      const entry = webhookEntry(still ? { ...webhook, ms: 0 } : webhook);
      if (entry) recordingFile.write(entry);
    });
  const stopSession = session && (await followSession(log, recordingFile));
  let isOpen = true;
  const unchanged = `nothing was recorded. ${file} is unchanged`;
  const finish = () => {
    if (!isOpen) return;
    isOpen = false;
    if (stopFollowing) stopFollowing();
    if (stopSession) stopSession();
    process.off('exit', onExit);
    recordingFile.close();
    if (!unredacted) return notice(recordingFile.isBegun ? recordingFile.summary(file) : unchanged);
    const published = redactOr(unredacted.file, () =>
      unredacted.publish({ secrets: [...secrets, ...knownSecrets.known] }),
    );
    if (!published) return notice(unchanged);
    notice(recordingFile.summary(file));
    for (const warning of published.warnings) notice(warning);
    if (published.replaced.length > 0) notice(redactionNote(file, published.replaced));
  };
  // Finishes the recording however the process exits: `process.exit` in an input, a signal, a closed terminal.
  const onExit = () => {
    try {
      finish();
    } catch (error) {
      notice((error as Error).message);
      // The exit code reports that the recording is not redacted.
      process.exitCode ||= 1;
    }
  };
  process.on('exit', onExit);
  return {
    file,
    platform: recorder(account.transport, { recordingFile, label: operationOf, ...clock }),
    services: still && mode.kind !== 'live' ? services : recorder(services, { recordingFile, ...clock }),
    finish,
  };
}

/**
 * Returns the header fields that a replay needs to start from the same state. A seed creates the state only of an unused
 * sandbox with the sample account. The clock of the sandbox uses UTC.
 */
function startState(origin: 'sandbox' | 'live', { seed, isSample, clock }: Context['sandbox']) {
  if (origin === 'sandbox') {
    const now = clock.now().toISOString();
    return { ...(isSample && now === clock.start && { seed }), clock: now, time_zone: 'UTC' };
  }
  const now = new Date().toISOString();
  return { recorded_at: now, clock: now, time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone };
}

/** Adds to an error where the unredacted recording is and how to redact it. */
function redactOr<T>(unredacted: string, redact: () => T): T {
  try {
    return redact();
  } catch (error) {
    if (!existsSync(unredacted)) throw error;
    throw new Mistake(
      `${(error as Error).message}. The unredacted recording is in ${unredacted}. It still contains names, numbers and addresses. Redact it with: patchbay cassette redact ${fileInShell(unredacted)}`,
    );
  }
}

const leftOverNote = (unredacted: string) =>
  `${unredacted} is an earlier recording that was not redacted. The first exchange replaces it. To keep it, close the bench now and run: patchbay cassette redact ${fileInShell(unredacted)}`;

function redactionNote(file: string, replaced: readonly Replaced[]): string {
  const kinds = [...new Set(replaced.map(({ kind }) => kind))].join(', ');
  return `${file}: ${replaced.length === 1 ? '1 value was' : `${replaced.length} values were`} redacted (${kinds}). Use the redacted values in a replay. --no-redact keeps the original values`;
}
