import { CREDENTIAL_VARIABLES, operationOf } from '../../client/index.js';
import type { Transport } from '../../http/index.js';
import type { KnownSecrets, Replaced } from '../../redact/index.js';
import type { Sandbox } from '../../sandbox/index.js';
import { Mistake, packageVersion } from '../../util/index.js';
import { inShell } from '../commands/arguments/shell-quote.js';
import type { Route } from './route.js';

export interface RecordingOptions {
  readonly file: string;
  /** Without latencies: the same calls give the same file. */
  readonly still?: boolean;
  /** In the end people, numbers and addresses become ordinals: for a file that others will see. */
  readonly redact?: boolean;
}

/** What a recording says it was made with. Only one made by the same sandbox can be gone on from. */
export const TOOL = `patchbay ${packageVersion()}`;

interface Surroundings {
  readonly sandbox: Pick<Sandbox, 'seed' | 'clock'>;
  readonly discretion: Pick<KnownSecrets, 'known' | 'besides'>;
  notice(text: string): void;
}

/** What a route answers, written down on the way. */
export interface Recording {
  readonly file: string;
  readonly platform: Transport;
  readonly services: Transport;
  /** Nothing more is written; what others will see is redacted. All of it at once: the process may be about to end. */
  finish(): void;
}

/**
 * Writes down what a route answers; secrets never reach the disk. Of services only the real ones: what answers in their
 * place is a recording already.
 */
export async function recordRoute(
  { mode, account, services }: Route,
  { file, still, redact = false }: RecordingOptions,
  { sandbox, discretion, notice }: Surroundings,
): Promise<Recording> {
  const { openTape, openUnredacted, recorder } = await import('../../cassette/index.js');
  if (mode.kind === 'replay')
    throw new Mistake('a replay is a recording already; --record goes with --sandbox or --live');
  const { project, token } = account.credentials;
  const basic = Buffer.from(`${project}:${token}`).toString('base64');
  // Also in the sandbox: whoever has credentials may have typed them.
  const secrets = [token, basic, process.env[CREDENTIAL_VARIABLES.token]];
  const options = {
    header: { origin: mode.kind, tool: TOOL, ...beginningOf(mode.kind, sandbox) },
    secrets: discretion.besides(secrets),
  };
  const unredacted = redact ? openUnredacted(file, options) : undefined;
  const tape = unredacted?.tape ?? openTape(file, options);
  if (unredacted ? unredacted.isReplacing : !tape.isBegun)
    notice(`${file} is a recording already; the first exchange replaces it`);
  if (unredacted?.isLeftOver) notice(leftOverNote(unredacted.file));
  const clock = still && { now: () => 0 };
  let open = true;
  const finish = () => {
    if (!open) return;
    open = false;
    process.off('exit', onExit);
    tape.close();
    if (!unredacted) {
      if (!tape.isBegun) notice(`nothing was recorded; ${file} is as it was`);
      return;
    }
    const published = redactOr(unredacted.file, () =>
      unredacted.publish({ secrets: [...secrets, ...discretion.known] }),
    );
    if (!published) return notice(`nothing was recorded; ${file} is as it was`);
    for (const warning of published.warnings) notice(warning);
    if (published.replaced.length > 0) notice(redactionNote(file, published.replaced));
  };
  // However the process ends: an input that calls `process.exit`, a signal, a terminal that is gone.
  const onExit = () => {
    try {
      finish();
    } catch (error) {
      notice((error as Error).message);
      // Nobody shall pass it on for one that is redacted.
      process.exitCode ||= 1;
    }
  };
  process.on('exit', onExit);
  return {
    file,
    platform: recorder(account.transport, { tape, label: operationOf, ...clock }),
    services: mode.kind === 'live' ? recorder(services, { tape, ...clock }) : services,
    finish,
  };
}

/** What a reader needs to tell the same story again. The sandbox has a clock of its own, which counts in UTC. */
function beginningOf(origin: 'sandbox' | 'live', { seed, clock }: Surroundings['sandbox']) {
  if (origin === 'sandbox') return { seed, clock: clock.now().toISOString(), time_zone: 'UTC' };
  const now = new Date().toISOString();
  return { recorded_at: now, clock: now, time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone };
}

/** The user must learn where the unredacted recording is, and how to redact it. */
function redactOr<T>(unredacted: string, redact: () => T): T {
  try {
    return redact();
  } catch (error) {
    throw new Mistake(
      `${(error as Error).message}; the recording is in ${unredacted}, not redacted: it still holds the people, numbers and addresses that were recorded. Try again: patchbay cassette redact ${inShell(unredacted)}`,
    );
  }
}

const leftOverNote = (unredacted: string) =>
  `${unredacted} is left from a recording that was not redacted; the first exchange replaces it. To keep it, close the bench now and run: patchbay cassette redact ${inShell(unredacted)}`;

function redactionNote(file: string, replaced: readonly Replaced[]): string {
  const kinds = [...new Set(replaced.map(({ kind }) => kind))].join(', ');
  return `${file}: ${replaced.length === 1 ? 'one value is' : `${replaced.length} values are`} redacted (${kinds}); a replay asks with what stands there now. --no-redact keeps them`;
}
