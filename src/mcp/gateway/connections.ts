import { rmSync } from 'node:fs';
import type { GatewayConfig } from './config.js';
import { GatewayError } from './gateway-error.js';
import { Peer, type PeerSurroundings } from './peer.js';
import { Reaper } from './reaper.js';
import { sandboxFolder } from './sandbox.js';

type ConnectionOptions = Pick<PeerSurroundings, 'folder' | 'env' | 'transport' | 'log'>;

export class Connections {
  readonly #services: GatewayConfig['services'];
  readonly #around: PeerSurroundings;
  readonly #slots: Slots;
  readonly #ending = new AbortController();
  /** The servers that are running or starting. */
  readonly #running = new Set<Promise<unknown>>();
  readonly #peers = new Set<Peer>();

  constructor({ services, session, limits }: GatewayConfig, options: ConnectionOptions) {
    const sandboxes = sandboxFolder(session.sandbox_dir, options.folder);
    this.#services = services;
    this.#around = { ...options, limits, sandboxes, reaper: new Reaper(sandboxes) };
    this.#slots = new Slots({ total: session.max_total_sessions, service: session.max_sessions_per_service });
  }

  async connect(name: string, signal?: AbortSignal): Promise<Peer> {
    const release = this.#slots.take(name);
    const service = this.#services[name] as GatewayConfig['services'][string];
    const signals = AbortSignal.any([this.#ending.signal, ...(signal ? [signal] : [])]);
    const peer = Peer.connect(name, service, this.#around, signals);
    const over = this.#untilClosed(peer)
      .catch(() => {})
      .finally(() => {
        this.#running.delete(over);
        release();
      });
    this.#running.add(over);
    return peer;
  }

  async close(): Promise<void> {
    this.#ending.abort(new GatewayError('cancelled', 'the gateway is shutting down'));
    for (const peer of this.#peers) void peer.close();
    await Promise.all(this.#running);
    this.#around.reaper.close();
    rmSync(this.#around.sandboxes, { recursive: true, force: true });
  }

  async #untilClosed(connecting: Promise<Peer>): Promise<void> {
    const peer = await connecting;
    this.#peers.add(peer);
    await peer.over;
    await peer.close();
    this.#peers.delete(peer);
  }
}

class Slots {
  readonly #max: { readonly total: number; readonly service: number };
  readonly #taken = new Map<string, number>();
  #total = 0;

  constructor(max: { total: number; service: number }) {
    this.#max = max;
  }

  take(service: string): () => void {
    const taken = this.#taken.get(service) ?? 0;
    if (this.#total >= this.#max.total)
      throw new GatewayError('busy', 'the gateway runs the maximum number of sessions');
    if (taken >= this.#max.service) throw new GatewayError('busy', `${service} runs the maximum number of sessions`);
    this.#total++;
    this.#taken.set(service, taken + 1);
    let isTaken = true;
    return () => {
      if (!isTaken) return;
      isTaken = false;
      this.#total--;
      this.#taken.set(service, (this.#taken.get(service) ?? 1) - 1);
    };
  }
}
