import { type Account, type AccountNow, fixedAccount, type RestClientOptions } from '../../client/index.js';
import { enforceEgress, type Transport, type WireRequest, type WireResponse } from '../../http/index.js';
import type { KnownSecrets } from '../../redact/index.js';
import type { Sandbox } from '../../sandbox/index.js';
import { Mistake } from '../../util/index.js';
import { type Ask, askFirst } from '../confirm/confirm-live.js';
import { watched } from '../session/logged-transport.js';
import type { Exchange } from '../session/session-log.js';
import type { Mode } from './mode.js';
import type { Profile } from './profiles.js';
import { type Recording, type RecordingOptions, recordRoute } from './recording.js';
import { type Route, routeFor, sandboxRoute } from './route.js';

/** What the switchboard needs from the bench: listeners, the confirmation prompt, and settings. */
export interface Told {
  exchange(exchange: Exchange): void;
  notice(text: string): void;
  /**
   * Called when a request is sent, to the platform or a service. The returned function is called when it is finished.
   */
  begun?(request: WireRequest): () => void;
  /** Called with each response of the platform as received. */
  answered?(request: WireRequest, response: WireResponse): void;
  /** Asks the user to confirm live requests that buy, delete, dial or send. */
  readonly ask?: Ask | undefined;
  readonly knownSecrets: KnownSecrets;
  readonly profiles: () => Readonly<Record<string, Profile>>;
  /** Returns the environment with the account of the platform. */
  readonly env: () => NodeJS.ProcessEnv;
}

/**
 * Routes requests according to the mode. Clients read the account at each call, so they keep working when the mode
 * changes.
 */
export class Switchboard {
  readonly #surroundings: Parameters<typeof routeFor>[1];
  readonly #told: Told;
  #route: Route;
  #account: AccountNow;
  #services: Transport;
  #recording: Recording | undefined;

  constructor(sandbox: Sandbox, told: Told) {
    this.#surroundings = {
      sandbox,
      start: sandbox.snapshot(),
      notice: told.notice,
      profiles: told.profiles,
      env: told.env,
    };
    this.#told = told;
    this.#route = sandboxRoute(sandbox);
    this.#account = this.#through(this.#route);
    this.#services = this.#watchedService(this.#route.services);
    enforceEgress('loopback', this.services);
  }

  get mode(): Mode {
    return this.#route.mode;
  }
  get says(): string {
    return this.#route.says;
  }
  account = (): AccountNow => this.#account;
  /** Returns the account without logging, recording and confirmation. */
  unwatched = (): AccountNow => this.#route.account;

  /** Returns the account of a client with its own host or transport. Its requests are logged like all others. */
  following(options: RestClientOptions): Account {
    const { credentials, transport } = fixedAccount(options, this.#told.env())();
    this.#told.knownSecrets.add(credentials.token);
    const seen = watched(transport, { ...this.#told, platform: this.#platform });
    const asking = this.#asking(seen);
    // A transport that replaces the network needs no confirmation.
    const isLive = () => this.mode.kind === 'live' && options.transport === undefined;
    const send: Transport['send'] = (request) => (isLive() ? asking : seen).send(request);
    const account = { credentials, transport: { ...seen, send } };
    return () => account;
  }

  /**
   * The transport of skills. Offline, the account's transport answers requests to the platform; all others go to
   * services.
   */
  readonly services: Transport = {
    send: (request) => (this.#isOfPlatform(request.url) ? this.#account.transport : this.#services).send(request),
  };

  async use(mode: Mode): Promise<void> {
    if (this.#recording)
      throw new Mistake(`${this.#recording.file} records ${this.says}; open another bench for another mode`);
    const next = await routeFor(mode, this.#surroundings);
    await this.close();
    this.#route = next;
    this.#account = this.#through(next);
    this.#services = this.#watchedService(next.services);
    enforceEgress(mode.kind === 'live' ? 'open' : 'loopback', this.services);
  }

  /** Records every exchange from now on, and finishes the recording in progress, if any. */
  async record(options: RecordingOptions): Promise<void> {
    if (this.#recording?.file === options.file) throw new Mistake(`${options.file} is being recorded already`);
    const surroundings = { ...this.#surroundings, knownSecrets: this.#told.knownSecrets };
    const recording = await recordRoute(this.#route, options, surroundings);
    const before = this.#recording;
    this.#recording = recording;
    this.#account = this.#through(this.#route, recording.platform);
    this.#services = this.#watchedService(recording.services);
    before?.finish();
  }

  async close(): Promise<void> {
    // Finished first and synchronously, because connections can take a while to close.
    this.#recording?.finish();
    await Promise.all([this.#account.transport.close?.(), this.#services.close?.()]);
  }

  /** Returns whether a skill's request goes to the platform. Offline, the sandbox or the recording answers it. */
  #isOfPlatform(url: string): boolean {
    if (this.mode.kind === 'live' || !URL.canParse(url)) return false;
    return new URL(url).origin === new URL(this.#account.credentials.base).origin;
  }

  #through({ mode, account }: Route, transport = account.transport): AccountNow {
    const { credentials } = account;
    // The token of the sandbox is not a secret: it is the same everywhere.
    if (mode.kind === 'live') this.#told.knownSecrets.add(credentials.token, { variable: 'PLATFORM_API_TOKEN' });
    const seen = watched(transport, { ...this.#told, platform: this.#platform });
    return { credentials, transport: mode.kind === 'live' ? this.#asking(seen) : seen };
  }

  #platform = (): string => new URL(this.#account.credentials.base).origin;

  /** Wraps the logging transport, so that a request is logged only after the user confirms it. */
  #asking(transport: Transport): Transport {
    const { ask, knownSecrets } = this.#told;
    return ask ? askFirst(transport, ask, knownSecrets) : transport;
  }

  /** Logs requests to services. No ids are learned from their responses. */
  #watchedService(transport: Transport): Transport {
    const { exchange, begun, knownSecrets } = this.#told;
    return watched(transport, { exchange, knownSecrets, platform: this.#platform, ...(begun && { begun }) });
  }
}
