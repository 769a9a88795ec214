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

/** Who hears of what goes through. */
export interface Told {
  exchange(exchange: Exchange): void;
  notice(text: string): void;
  /** A request goes out, to the platform or to a service; what it answers is called when it is over. */
  begun?(request: WireRequest): () => void;
  /** An answer of the platform, as it came. */
  answered?(request: WireRequest, response: WireResponse): void;
  /** Asked before live requests that buy, delete, dial or send. */
  readonly ask?: Ask | undefined;
  readonly discretion: KnownSecrets;
  readonly profiles: () => Readonly<Record<string, Profile>>;
  /** Where the account of the platform is read from. */
  readonly env: () => NodeJS.ProcessEnv;
}

/** Where requests go at this moment. Clients ask it at each call, so they outlive every switch. */
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
  /** The same, and nobody is told of what goes through. */
  unwatched = (): AccountNow => this.#route.account;

  /** A client of the user's own: it goes where it was told, before the same eyes. */
  following(options: RestClientOptions): Account {
    const { credentials, transport } = fixedAccount(options, this.#told.env())();
    this.#told.discretion.add(credentials.token);
    const seen = watched(transport, { ...this.#told, platform: this.#platform });
    const asking = this.#asking(seen);
    // What answers in place of the network needs no permission.
    const isLive = () => this.mode.kind === 'live' && options.transport === undefined;
    const send: Transport['send'] = (request) => (isLive() ? asking : seen).send(request);
    const account = { credentials, transport: { ...seen, send } };
    return () => account;
  }

  /** For skills. */
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

  /** Also writes down every exchange from now on; a recording that is under way ends here. */
  async record(options: RecordingOptions): Promise<void> {
    if (this.#recording?.file === options.file) throw new Mistake(`${options.file} is being recorded already`);
    const surroundings = { ...this.#surroundings, discretion: this.#told.discretion };
    const recording = await recordRoute(this.#route, options, surroundings);
    const before = this.#recording;
    this.#recording = recording;
    this.#account = this.#through(this.#route, recording.platform);
    this.#services = this.#watchedService(recording.services);
    before?.finish();
  }

  async close(): Promise<void> {
    // First, and at once: a connection may take its time to close.
    this.#recording?.finish();
    await Promise.all([this.#account.transport.close?.(), this.#services.close?.()]);
  }

  /** While nothing leaves this machine, whoever stands in for the platform does so for skills too. */
  #isOfPlatform(url: string): boolean {
    if (this.mode.kind === 'live' || !URL.canParse(url)) return false;
    return new URL(url).origin === new URL(this.#account.credentials.base).origin;
  }

  #through({ mode, account }: Route, transport = account.transport): AccountNow {
    const { credentials } = account;
    // The token of the sandbox is the same everywhere, and no secret.
    if (mode.kind === 'live') this.#told.discretion.add(credentials.token, { variable: 'PLATFORM_API_TOKEN' });
    const seen = watched(transport, { ...this.#told, platform: this.#platform });
    return { credentials, transport: mode.kind === 'live' ? this.#asking(seen) : seen };
  }

  #platform = (): string => new URL(this.#account.credentials.base).origin;

  /** Around whoever watches: while somebody thinks nothing is under way, and what is not sent is no exchange. */
  #asking(transport: Transport): Transport {
    const { ask, discretion } = this.#told;
    return ask ? askFirst(transport, ask, discretion) : transport;
  }

  /** Of services nobody learns ids. */
  #watchedService(transport: Transport): Transport {
    const { exchange, begun, discretion } = this.#told;
    return watched(transport, { exchange, discretion, platform: this.#platform, ...(begun && { begun }) });
  }
}
