import { readFileSync, rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { type Listener, listen, liveTransport, mayBeLoopback, newSecret, type Transport } from '../../http/index.js';
import { KnownSecrets, secretCutter } from '../../redact/index.js';
import type { Credentials } from '../credentials.js';
import type { GatewayConfig } from './config.js';
import { gatewayEndpoint, refusal } from './endpoint.js';
import { GatewayError } from './gateway-error.js';
import { type GatewayLog, logFrom } from './log.js';
import { Peer } from './peer.js';
import { Reaper } from './reaper.js';
import { sandboxFolder } from './sandbox.js';
import { Sessions } from './sessions.js';
import { Slots } from './slots.js';
import { ToolLists } from './tool-lists.js';

export interface GatewayOptions {
  /** The base folder of the paths in the configuration. */
  readonly folder: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly log: GatewayLog;
  /** The transport to servers that are reached over HTTP. */
  readonly transport?: Transport;
}

export interface Gateway {
  readonly url: string;
  readonly port: number;
  /** A generated token, if the configuration has no credentials. Only the user who started the gateway knows it. */
  readonly madeToken: string | undefined;
  /** Ends all sessions and all processes. */
  close(): Promise<void>;
}

/** Serves MCP servers to agents over HTTP. Each call gets its own servers. */
export async function startGateway(config: GatewayConfig, options: GatewayOptions): Promise<Gateway> {
  const { folder, env, transport = liveTransport() } = options;
  const { server, session, limits } = config;
  const { credentials, madeToken } = credentialsFor(server);
  const { text: redact } = secretCutter(secretsOf(config, credentials, env));
  const log = logFrom(config.logging.level, (level, message) => options.log(level, redact(message)));
  const tls = server.tls && { cert: pem(folder, server.tls.cert), key: pem(folder, server.tls.key) };

  const sandboxes = sandboxFolder(session.sandbox_dir, folder);
  const reaper = new Reaper(sandboxes);
  const slots = new Slots({ total: session.max_total_sessions, service: session.max_sessions_per_service });
  const ending = new AbortController();
  /** The servers that are running or starting. */
  const running = new Set<Promise<unknown>>();
  const peers = new Set<Peer>();

  async function connect(name: string, signal?: AbortSignal): Promise<Peer> {
    const giveBack = slots.take(name);
    const service = config.services[name] as GatewayConfig['services'][string];
    const around = { limits, folder, sandboxes, env, transport, reaper, log };
    const signals = AbortSignal.any([ending.signal, ...(signal ? [signal] : [])]);
    const peer = Peer.connect(name, service, around, signals);
    const run = peer.then(async (connected) => {
      peers.add(connected);
      await connected.over;
      await connected.close();
      peers.delete(connected);
    });
    const over = run
      .catch(() => {})
      .finally(() => {
        running.delete(over);
        giveBack();
      });
    running.add(over);
    return peer;
  }

  const sessions = new Sessions({ connect });
  const toolLists = new ToolLists({ connect, goodForMs: limits.tool_list_seconds * 1000 });
  const failed = (error: unknown) =>
    log('error', error instanceof Error ? (error.stack ?? error.message) : String(error));
  const endpoint = gatewayEndpoint({ config, credentials, sessions, toolLists, redact, failed });

  async function end(): Promise<void> {
    await sessions.close();
    ending.abort(new GatewayError('cancelled', 'the gateway ends'));
    for (const peer of peers) void peer.close();
    await Promise.all(running);
    reaper.close();
    rmSync(sandboxes, { recursive: true, force: true });
    if (!options.transport) await transport.close?.();
  }

  let listener: Listener;
  try {
    const { host, port, public_hosts: hosts } = server;
    listener = await listen(endpoint, {
      host,
      port,
      hosts,
      maxBytes: limits.request_bytes,
      refusal,
      secrets: { 'server.auth_token': server.auth_token, 'server.auth_password': server.auth_password },
      ...(tls && { tls }),
    });
  } catch (error) {
    await end();
    throw error;
  }
  const sweep = setInterval(() => void sessions.endIdle(), session.cleanup_interval * 1000);
  let closing: Promise<void> | undefined;
  return {
    url: listener.url,
    port: listener.port,
    madeToken,
    close: () =>
      (closing ??= (async () => {
        clearInterval(sweep);
        await listener.close();
        await end();
      })()),
  };
}

function credentialsFor({ host, auth_token, auth_user, auth_password }: GatewayConfig['server']) {
  if ((auth_user === undefined) !== (auth_password === undefined))
    throw new TypeError('server.auth_user and server.auth_password go together');
  const hasAny = auth_token !== undefined || auth_user !== undefined;
  if (!hasAny && !mayBeLoopback(host))
    throw new TypeError(
      `a gateway that ${host} can reach needs server.auth_token, or server.auth_user and auth_password`,
    );
  const madeToken = hasAny ? undefined : newSecret();
  const credentials: Credentials = { token: auth_token ?? madeToken, user: auth_user, password: auth_password };
  return { credentials, madeToken };
}

function secretsOf(
  { services }: GatewayConfig,
  { token, password }: Credentials,
  env: GatewayOptions['env'],
): (string | undefined)[] {
  const inside = Object.values(services).flatMap(({ env, headers }) => [
    ...Object.values(env),
    ...Object.values(headers).flatMap((value) => [value, value.replace(/^\w+ /, '')]),
  ]);
  // A server may print the secrets that it was started with. A secret of the environment can also be in its command.
  return [token, password, ...inside, ...new KnownSecrets(env).known];
}

const pem = (folder: string, file: string) => readFileSync(resolve(folder, file), 'utf8');
