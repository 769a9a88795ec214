import { basename, dirname, join } from 'node:path';
import type { CassetteEntry, CassetteHeader } from '../../cassette/index.js';
import { type AccountNow, operationOf } from '../../client/index.js';
import { guardedTransport, liveTransport, type Transport } from '../../http/index.js';
import type { Sandbox, Snapshot } from '../../sandbox/index.js';
import { offlineServices } from '../../services/index.js';
import type { Mode } from './mode.js';
import { liveCredentials, type Profile } from './profiles.js';
import { TOOL } from './recording.js';
import { withShadow } from './shadow-sandbox.js';
import { unusedNote } from './unused-exchanges.js';

/** One mode, ready to answer. */
export interface Route {
  readonly mode: Mode;
  /** One short line: where requests go. */
  readonly says: string;
  readonly account: AccountNow;
  /** Who answers what skills ask of others. */
  readonly services: Transport;
}

interface Surroundings {
  readonly sandbox: Sandbox;
  /** The state that every recording of the sandbox begins with. */
  readonly start: Snapshot;
  notice(text: string): void;
  /** Besides those that the user keeps. */
  readonly profiles: () => Readonly<Record<string, Profile>>;
  /** Where the account of the platform is read from. */
  readonly env: () => NodeJS.ProcessEnv;
}

/** Makes a mode ready, or says why it cannot be: a recording that is no recording, credentials that are missing. */
export async function routeFor(mode: Mode, { sandbox, start, notice, profiles, env }: Surroundings): Promise<Route> {
  switch (mode.kind) {
    case 'sandbox':
      return sandboxRoute(sandbox);
    case 'replay': {
      // The file format's schemas take a while to load: only a replay pays for them.
      const { openCassette, replayer } = await import('../../cassette/index.js');
      const cassette = openCassette(mode.file);
      for (const warning of cassette.warnings) notice(warning);
      // Recordings of the sandbox never hold services: they had the same ones from here.
      const isWhole = cassette.header.origin !== 'sandbox';
      const services = offlineServices({ recording: cassette, strict: isWhole && mode.strict === true });
      // A service of others, described: nothing in it is the platform's.
      if (cassette.header.origin === 'documented')
        return { ...sandboxRoute(sandbox), mode, says: `sandbox, and ${nameOf(mode.file)} for services`, services };
      const platform = cassette.entries.find(isOfPlatform) ?? cassette.entries[0];
      const credentials = {
        ...sandboxAccount(sandbox),
        ...(platform && { base: new URL(platform.request.url).origin }),
      };
      const says = `replay of ${basename(mode.file)}`;
      const recorded = replayer(cassette);
      if (mode.strict) {
        const close = async () => {
          const note = unusedNote(recorded.unused().filter(isOfPlatform));
          if (note !== undefined) notice(note);
        };
        return { mode, says, account: { credentials, transport: { ...recorded, close } }, services };
      }
      if (!beganLike(cassette.header, sandbox.seed, start))
        return { mode, says, account: { credentials, transport: recorded }, services };
      sandbox.restore(start);
      let hasDeparted = false;
      const transport = withShadow(recorded, sandbox.transport, (why) => {
        hasDeparted = true;
        notice(`the sandbox goes on from here: ${why}`);
      });
      return {
        mode,
        get says() {
          return hasDeparted ? `sandbox, which goes on where ${basename(mode.file)} was departed from` : says;
        },
        account: { credentials, transport },
        services,
      };
    }
    case 'live': {
      const { credentials, source } = liveCredentials(mode.profile, env(), profiles());
      const { host } = new URL(credentials.base);
      return {
        mode: { ...mode, space: spaceOf(host), source },
        says: `LIVE ${host} (${source})`,
        account: { credentials, transport: liveTransport() },
        services: guardedTransport(),
      };
    }
  }
}

/** `acme` of `acme.example.com`; an address has no such part, and is named whole. */
const spaceOf = (host: string): string =>
  /^(?:(?:\d+\.){3}\d+|\[.*\])(?::\d+)?$/.test(host) ? host : (host.split(/[.:]/)[0] ?? host);

/** Only from the same beginning does the sandbox tell the same story. */
const beganLike = ({ origin, tool, seed, clock }: CassetteHeader, own: number, start: Snapshot): boolean =>
  origin === 'sandbox' && tool === TOOL && seed === own && clock === start.now;

/** Our recorder says which operation it was. */
function isOfPlatform({ op, request: { method, url, body } }: CassetteEntry): boolean {
  const text = body && 'json' in body ? { body: JSON.stringify(body.json) } : {};
  return op !== undefined || operationOf({ method, url, headers: {}, ...text }) !== undefined;
}

/** With its folder: the scenarios of all services have the same names. */
const nameOf = (file: string) => join(basename(dirname(file)), basename(file));

/** Where every bench begins. */
export const sandboxRoute = (sandbox: Sandbox): Route => ({
  mode: { kind: 'sandbox' },
  says: 'sandbox',
  account: { credentials: sandboxAccount(sandbox), transport: sandbox.transport },
  services: offlineServices(),
});

const sandboxAccount = ({ credentials: { project, token, host } }: Sandbox) => ({
  project,
  token,
  base: `https://${host}`,
});
