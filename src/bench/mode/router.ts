import { type Account, type AccountNow, fixedAccount, type RestClientOptions } from '../../client/index.js';
import type { Profile } from '../../commands/index.js';
import { enforceEgress, type Transport } from '../../http/index.js';
import type { KnownSecrets } from '../../redact/index.js';
import type { Sandbox } from '../../sandbox/index.js';
import { Mistake } from '../../util/index.js';
import { type Ask, askFirst } from '../confirm/confirm-live.js';
import { loggedTransport, type RequestListener } from '../session/logged-transport.js';
import type { SessionMonitor } from '../session/session-monitor.js';
import { EventLoopTurns } from '../session/turn.js';
import { Deferred } from './deferred.js';
import { isUnder, requestFor } from './mapped-request.js';
import type { Mode } from './mode.js';
import { type Recording, type RecordingOptions, recordRoute } from './recording.js';
import { type Route, routeFor, sandboxRoute } from './route.js';

export interface RouterPorts {
  readonly monitor: Required<RequestListener> & Pick<SessionMonitor, 'log' | 'logWebhook' | 'notify' | 'reported'>;
  /** Asks the user to confirm live requests that buy, delete, dial or send. */
  readonly ask: Ask | undefined;
  readonly knownSecrets: KnownSecrets;
  readonly profiles: () => Readonly<Record<string, Profile>>;
  readonly env: () => NodeJS.ProcessEnv;
  /** Addresses whose requests go where those of `platform` go. */
  readonly maps?: readonly string[];
}

/** Routes requests by mode. Clients read the account at each call, so they work after the mode changes. */
export class Router {
  readonly #context: Parameters<typeof routeFor>[1];
  readonly #ports: RouterPorts;
  readonly #turns = new EventLoopTurns();
  #route: Route;
  /** Restores the state of the sandbox that the current route replaced. */
  #leave: (() => void) | undefined;
  #account: Deferred<AccountNow>;
  #services: Transport;
  #recording: Recording | undefined;

  constructor(sandbox: () => Sandbox, ports: RouterPorts) {
    const { profiles, env, monitor, maps = [] } = ports;
    this.#context = {
      get sandbox() {
        return sandbox();
      },
      notice: monitor.notify,
      profiles,
      env,
      maps,
    };
    this.#ports = ports;
    this.#route = sandboxRoute(sandbox);
    this.#account = this.#accountOf(this.#route);
    this.#services = this.#loggedService(this.#route.services);
    enforceEgress('loopback', this.services, this.#answerFor);
  }

  get mode(): Mode {
    return this.#route.mode;
  }
  get destination(): string {
    return this.#route.destination;
  }
  /** A note about the exchanges that a strict replay has not requested yet. */
  get unusedNote(): string | undefined {
    return this.#route.unusedNote?.();
  }
  get recording(): string | undefined {
    return this.#recording?.file;
  }
  account = (): AccountNow => this.#account.value;
  /** Returns the account without logging, recording and confirmation. */
  unloggedAccount = (): AccountNow => this.#route.account;

  /** Returns the account of a client with its own host or transport. Its requests are logged like all others. */
  accountFor(options: RestClientOptions): Account {
    const fixed = fixedAccount(options, this.#ports.env())();
    const { credentials } = fixed;
    const isMapped =
      options.transport === undefined && this.#context.maps.some((map) => isUnder(credentials.base, map));
    // The account's transport logs, records and replays.
    if (isMapped) return () => ({ credentials, transport: this.#mapped });
    const { transport } = fixed;
    this.#ports.knownSecrets.add(credentials.token);
    const logged = this.#logged(transport);
    const confirmed = this.#confirmed(logged);
    // A transport that replaces the network needs no confirmation.
    const isLive = () => this.mode.kind === 'live' && options.transport === undefined;
    const send: Transport['send'] = (request, context) => (isLive() ? confirmed : logged).send(request, context);
    const account = { credentials, transport: { ...logged, send } };
    return () => account;
  }

  /** For skills. Offline, the account's transport answers for the platform; other requests go to services. */
  readonly services: Transport = {
    send: (request, context) =>
      (this.#isForPlatform(request.url) ? this.#account.value.transport : this.#services).send(request, context),
  };

  /** Answers the requests of other clients in the user's code, such as `fetch`, with the transport of `platform`. */
  readonly #answerFor = (origin: string): Transport | undefined => {
    const { maps } = this.#context;
    const isPlatform = origin === new URL(this.#account.value.credentials.base).origin;
    // A live request to the platform needs its own connection only if nothing records it.
    const isAnswered = isPlatform && (this.mode.kind !== 'live' || this.#recording !== undefined);
    return isAnswered || maps.some((map) => new URL(map).origin === origin) ? this.#mapped : undefined;
  };

  readonly #mapped: Transport = {
    send: (request, context) => {
      const { credentials, transport } = this.#account.value;
      return transport.send(
        requestFor(request, { credentials, maps: this.#context.maps, isLive: this.mode.kind === 'live' }),
        context,
      );
    },
  };

  async use(mode: Mode): Promise<void> {
    if (this.#recording)
      throw new Mistake(
        `the mode cannot change while ${this.#recording.file} records ${this.destination}. End the recording first: .record stop`,
      );
    const next = await routeFor(mode, this.#context);
    await this.close();
    this.#leave?.();
    this.#leave = next.enter?.();
    this.#route = next;
    this.#account = this.#accountOf(next);
    this.#services = this.#loggedService(next.services);
    enforceEgress(mode.kind === 'live' ? 'open' : 'loopback', this.services, this.#answerFor);
  }

  /** Records every exchange from now on, and finishes the recording in progress, if any. */
  async record(options: RecordingOptions): Promise<void> {
    if (this.#recording?.file === options.file) throw new Mistake(`${options.file} is already being recorded`);
    const recording = await recordRoute(this.#route, options, {
      ...this.#context,
      knownSecrets: this.#ports.knownSecrets,
      log: this.#ports.monitor.log,
    });
    const previous = this.#recording;
    this.#recording = recording;
    this.#account = this.#accountOf(this.#route, recording.platform);
    this.#services = this.#loggedService(recording.services);
    previous?.finish();
  }

  async stopRecording(): Promise<string> {
    if (this.#recording) await this.#context.sandbox.settled();
    const recording = this.#recording;
    if (!recording) throw new Mistake('nothing is being recorded. To start, type `.record story.yaml`');
    this.#recording = undefined;
    this.#account = this.#accountOf(this.#route);
    this.#services = this.#loggedService(this.#route.services);
    recording.finish();
    return recording.file;
  }

  async close(): Promise<void> {
    // A recording contains the callbacks that are on their way. It is finished before connections close.
    if (this.#recording) await this.#context.sandbox.settled();
    this.#recording?.finish();
    await Promise.all([this.#account.created?.transport.close?.(), this.#services.close?.()]);
  }

  /** Returns whether a skill's request goes to the platform. Offline, the sandbox or the recording answers it. */
  #isForPlatform(url: string): boolean {
    if (this.mode.kind === 'live' || !URL.canParse(url)) return false;
    return new URL(url).origin === new URL(this.#account.value.credentials.base).origin;
  }

  #accountOf(route: Route, recorded?: Transport): Deferred<AccountNow> {
    const isLive = route.mode.kind === 'live';
    const account = new Deferred(() => {
      const { credentials, transport } = route.account;
      // The token of the sandbox is not a secret: it is the same everywhere.
      if (isLive) this.#ports.knownSecrets.add(credentials.token, { variable: 'PLATFORM_API_TOKEN' });
      const logged = this.#logged(recorded ?? transport);
      return { credentials, transport: isLive ? this.#confirmed(logged) : logged };
    });
    // The token is a secret before any request is sent, and a replay reports at its end what was not requested.
    if (route.mode.kind !== 'sandbox') void account.value;
    return account;
  }

  /** Wraps the logging transport, so that a request is logged only after the user confirms it. */
  #confirmed(transport: Transport): Transport {
    const { ask, knownSecrets } = this.#ports;
    return ask ? askFirst(transport, ask, knownSecrets) : transport;
  }

  #logged(transport: Transport, listener: RequestListener = this.#ports.monitor): Transport {
    const platform = () => new URL(this.#account.value.credentials.base).origin;
    return loggedTransport(transport, {
      listener,
      turns: this.#turns,
      knownSecrets: this.#ports.knownSecrets,
      platform,
    });
  }

  /** Logs requests to services. No ids are learned from their responses. */
  #loggedService(transport: Transport): Transport {
    const { logExchange, requestStarted } = this.#ports.monitor;
    return this.#logged(transport, { logExchange, requestStarted });
  }
}
