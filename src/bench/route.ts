import { basename } from 'node:path';
import type { CassetteHeader } from '../cassette/index.js';
import { type AccountNow, credentialsFrom } from '../client/index.js';
import { liveTransport } from '../http/index.js';
import type { Sandbox, Snapshot } from '../sandbox/index.js';
import type { Mode } from './mode.js';
import { TOOL } from './recording.js';
import { withShadow } from './shadow.js';

/** One mode, ready to answer. */
export interface Route {
  readonly mode: Mode;
  /** One short line: where requests go. */
  readonly says: string;
  readonly account: AccountNow;
}

interface Surroundings {
  readonly sandbox: Sandbox;
  /** The state that every recording of the sandbox begins with. */
  readonly start: Snapshot;
  notice(text: string): void;
}

/** Makes a mode ready, or says why it cannot be: a recording that is no recording, credentials that are missing. */
export async function routeFor(mode: Mode, { sandbox, start, notice }: Surroundings): Promise<Route> {
  switch (mode.kind) {
    case 'sandbox':
      return sandboxRoute(sandbox);
    case 'replay': {
      // The file format's schemas take a while to load: only a replay pays for them.
      const { openCassette, replayer } = await import('../cassette/index.js');
      const cassette = openCassette(mode.file);
      const recordedAt = cassette.entries[0]?.request.url;
      const credentials = {
        ...sandboxAccount(sandbox),
        ...(recordedAt !== undefined && { base: new URL(recordedAt).origin }),
      };
      const says = `replay of ${basename(mode.file)}`;
      const recorded = replayer(cassette);
      if (mode.strict || !beganLike(cassette.header, sandbox.seed, start))
        return { mode, says, account: { credentials, transport: recorded } };
      sandbox.restore(start);
      const transport = withShadow(recorded, sandbox.transport, (why) =>
        notice(`the sandbox goes on from here: ${why}`),
      );
      return { mode, says, account: { credentials, transport } };
    }
    case 'live': {
      const credentials = credentialsFrom({}, process.env);
      return {
        mode,
        says: `LIVE ${new URL(credentials.base).host}`,
        account: { credentials, transport: liveTransport() },
      };
    }
  }
}

/** Only from the same beginning does the sandbox tell the same story. */
const beganLike = ({ origin, tool, seed, clock }: CassetteHeader, own: number, start: Snapshot): boolean =>
  origin === 'sandbox' && tool === TOOL && seed === own && clock === start.now;

/** Where every bench begins. */
export const sandboxRoute = (sandbox: Sandbox): Route => ({
  mode: { kind: 'sandbox' },
  says: 'sandbox',
  account: { credentials: sandboxAccount(sandbox), transport: sandbox.transport },
});

const sandboxAccount = ({ credentials: { project, token, host } }: Sandbox) => ({
  project,
  token,
  base: `https://${host}`,
});
