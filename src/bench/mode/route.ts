import { basename, dirname, join } from 'node:path';
import type { CassetteEntry, CassetteHeader } from '../../cassette/index.js';
import { type AccountNow, operationOf } from '../../client/index.js';
import { liveCredentials, type Profile } from '../../commands/index.js';
import { guardedTransport, liveTransport, type Transport, TransportFault } from '../../http/index.js';
import { newSandbox, type Sandbox } from '../../sandbox/index.js';
import { offlineServices } from '../../services/index.js';
import { Deferred } from './deferred.js';
import { isUnder, movedTo } from './mapped-request.js';
import type { Mode } from './mode.js';
import { TOOL } from './recording.js';

/** A mode with the account and services that answer its requests. */
export interface Route {
  readonly mode: Mode;
  readonly destination: string;
  readonly account: AccountNow;
  readonly services: Transport;
  /** Returns a note about the exchanges that a strict replay has not requested yet, if any. */
  readonly unusedNote?: () => string | undefined;
  /** Prepares the sandbox for this route. The returned function restores its state when the mode changes again. */
  readonly enter?: () => () => void;
}

interface Context {
  readonly sandbox: Sandbox;
  notice(text: string): void;
  readonly profiles: () => Readonly<Record<string, Profile>>;
  /** Returns the environment with the account of the platform. */
  readonly env: () => NodeJS.ProcessEnv;
  /** Addresses whose requests go where those of `platform` go. */
  readonly maps: readonly string[];
}

/** Prepares a mode. Rejects when it cannot be used: an invalid recording, or missing credentials. */
export async function routeFor(mode: Mode, { sandbox, notice, profiles, env, maps }: Context): Promise<Route> {
  switch (mode.kind) {
    case 'sandbox':
      return sandboxRoute(() => sandbox);
    case 'replay': {
      // Loaded on demand, because the schemas of the file format load slowly and only a replay needs them.
      const { openCassette, replayer, webhookReplayer } = await import('../../cassette/index.js');
      const { withShadow } = await import('./shadow-sandbox.js');
      const opened = openCassette(mode.file);
      const cassette = { ...opened, entries: underOneHost(opened.entries, maps) };
      for (const warning of cassette.warnings) notice(warning);
      // A recording of the sandbox may lack services. Those of the package answer in a replay, as they did before.
      const isWhole = cassette.header.origin !== 'sandbox';
      const services = offlineServices({ recording: cassette, strict: isWhole && mode.strict === true });
      // A documented recording describes an external service and contains no requests to the platform.
      if (cassette.header.origin === 'documented')
        return {
          mode,
          destination: `sandbox, and ${nameOf(mode.file)} for services`,
          account: sandboxRoute(() => sandbox).account,
          services,
        };
      const platform = cassette.entries.find(isOfPlatform) ?? cassette.entries[0];
      const credentials = {
        ...sandboxAccount(sandbox),
        ...(platform && { base: new URL(platform.request.url).origin }),
      };
      const destination = `replay of ${basename(mode.file)}`;
      const recorded = replayer(cassette);
      const canFollow = canContinue(cassette.header, sandbox.seed);
      const enter = () => {
        const own = sandbox.snapshot();
        // The state with which a bench and its recordings start.
        sandbox.restore(newSandbox({ seed: sandbox.seed }).snapshot());
        sandbox.webhooks.answerFrom(webhookReplayer(cassette) ?? null);
        return () => {
          sandbox.webhooks.answerFrom(null);
          sandbox.restore(own);
        };
      };
      if (mode.strict) {
        const unusedNote = () => noteOn(recorded.unused().filter(isOfPlatform));
        const close = async () => {
          const note = unusedNote();
          if (note !== undefined) notice(note);
        };
        const { send } = canFollow ? withShadow(recorded, sandbox.transport) : recorded;
        const account = { credentials, transport: { send, close } };
        return { mode, destination, account, services, unusedNote, ...(canFollow && { enter }) };
      }
      if (!canFollow) {
        const transport = explainingMiss(recorded, () => notice(whyOnlyRecorded(cassette.header)));
        return { mode, destination, account: { credentials, transport }, services };
      }
      let isOffScript = false;
      const transport = withShadow(recorded, sandbox.transport, (reason) => {
        isOffScript = true;
        notice(`the sandbox answers this request and all later ones: ${reason}`);
      });
      return {
        mode,
        get destination() {
          return isOffScript ? `sandbox, continuing ${basename(mode.file)}` : destination;
        },
        account: { credentials, transport },
        services,
        enter,
      };
    }
    case 'live': {
      const { credentials, source } = liveCredentials(mode.profile, env(), profiles());
      const { host } = new URL(credentials.base);
      return {
        mode: { ...mode, space: spaceOf(host), source },
        destination: `LIVE ${host} (${source})`,
        account: { credentials, transport: liveTransport() },
        services: guardedTransport(),
      };
    }
  }
}

/** Moves the entries of mapped hosts to one host, so that a request matches on the path below the host. */
function underOneHost(entries: readonly CassetteEntry[], maps: readonly string[]): readonly CassetteEntry[] {
  const mapped = (url: string) => maps.find((map) => isUnder(url, map));
  if (!entries.some(({ request }) => mapped(request.url) !== undefined)) return entries;
  const platform =
    entries.find((entry) => mapped(entry.request.url) === undefined && isOfPlatform(entry)) ?? entries[0];
  const base = new URL(platform?.request.url ?? '').origin;
  return entries.map((entry) => ({
    ...entry,
    request: { ...entry.request, url: movedTo(base, entry.request.url, maps) },
  }));
}

/** Returns `acme` for `acme.example.com`. An IP address is returned whole. */
const spaceOf = (host: string): string =>
  /^(?:(?:\d+\.){3}\d+|\[.*\])(?::\d+)?$/.test(host) ? host : (host.split(/[.:]/)[0] ?? host);

/** The sandbox can continue only a recording that started from its own initial state. */
const canContinue = ({ origin, tool, seed, clock }: CassetteHeader, own: number): boolean =>
  origin === 'sandbox' &&
  tool === TOOL &&
  seed === own &&
  clock === newSandbox({ seed, empty: true }).clock.now().toISOString();

/** Says what to do about a request that a replay cannot answer. */
function whyOnlyRecorded({ origin, tool, seed }: CassetteHeader): string {
  const [why, next] =
    origin !== 'sandbox'
      ? ['is not of a sandbox', '']
      : tool !== TOOL
        ? ['is of another version', '']
        : seed === undefined
          ? ['began in the middle of a session', '. To record a whole session, start it with patchbay --record FILE']
          : ['began in another state', ''];
  return `the recording ${why}, so it answers only the requests that it has. For others, type .mode sandbox${next}`;
}

/** Calls `onMiss` for the first request that a recording does not have. */
function explainingMiss({ send }: Transport, onMiss: () => void): Transport {
  let isExplained = false;
  return {
    async send(request, context) {
      try {
        return await send(request, context);
      } catch (error) {
        const isMiss = error instanceof TransportFault && error.kind === 'miss';
        if (isMiss && !isExplained) onMiss();
        isExplained ||= isMiss;
        throw error;
      }
    },
  };
}

/** Returns whether an exchange is with the platform. Our recorder labels those with `op`. */
function isOfPlatform({ op, request: { method, url, body } }: CassetteEntry): boolean {
  const text = body && 'json' in body ? { body: JSON.stringify(body.json) } : {};
  return op !== undefined || operationOf({ method, url, headers: {}, ...text }) !== undefined;
}

/** Includes the folder, because the recordings of all services have the same file names. */
const nameOf = (file: string) => join(basename(dirname(file)), basename(file));

/** The sandbox and the services are loaded for the first request that they answer. */
export const sandboxRoute = (sandbox: () => Sandbox): Route => ({
  mode: { kind: 'sandbox' },
  destination: 'sandbox',
  get account() {
    return { credentials: sandboxAccount(sandbox()), transport: sandbox().transport };
  },
  services: deferredTransport(offlineServices),
});

function deferredTransport(create: () => Transport): Transport {
  const transport = new Deferred(create);
  return {
    send: (request, context) => transport.value.send(request, context),
    close: async () => transport.created?.close?.(),
  };
}

const sandboxAccount = ({ credentials: { project, token, host } }: Sandbox) => ({
  project,
  token,
  base: `https://${host}`,
});

const MAX_NAMES = 5;

function noteOn(unused: readonly CassetteEntry[]): string | undefined {
  if (unused.length === 0) return undefined;
  const named = unused
    .slice(0, MAX_NAMES)
    .map(({ op, request: { method, url } }) => op ?? `${method} ${new URL(url).pathname}`);
  const more = unused.length > MAX_NAMES ? ` and ${unused.length - MAX_NAMES} more` : '';
  const count = unused.length === 1 ? '1 recorded exchange was' : `${unused.length} recorded exchanges were`;
  return `${count} not requested: ${named.join(', ')}${more}`;
}
