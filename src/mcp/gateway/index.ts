import { resolve } from 'node:path';
import { type Listener, listen, liveTransport, mayBeLoopback, newSecret, type Transport } from '../../http/index.js';
import { KnownSecrets, secretCutter } from '../../redact/index.js';
import { readRegularFile } from '../../util/index.js';
import type { Credentials } from '../credentials.js';
import { type GatewayConfig, type GatewayLog, logFrom } from './config.js';
import { Connections } from './connections.js';
import { GatewayEndpoint } from './endpoint.js';
import { refusal } from './responses.js';
import { Sessions } from './sessions.js';
import { ToolLists } from './tool-lists.js';

export interface GatewayOptions {
  readonly folder: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly log: GatewayLog;
  readonly transport?: Transport;
}

export interface Gateway {
  readonly url: string;
  readonly port: number;
  /** A generated token, if the configuration has no credentials. Only the user who started the gateway knows it. */
  readonly madeToken: string | undefined;
  close(): Promise<void>;
}

export async function startGateway(config: GatewayConfig, options: GatewayOptions): Promise<Gateway> {
  const { folder, env, transport = liveTransport() } = options;
  const { server, session, limits } = config;
  const { credentials, madeToken } = credentialsFor(server);
  const { text: redact } = secretCutter(secretsOf(config, credentials, env));
  const log = logFrom(config, (level, message) => options.log(level, redact(message)));
  const listening = listenOptions(config, folder);
  const connections = new Connections(config, { folder, env, transport, log });
  const connect = (name: string, signal?: AbortSignal) => connections.connect(name, signal);
  const sessions = new Sessions({ connect });
  const toolLists = new ToolLists({ connect, maxAgeMs: limits.tool_list_seconds * 1000 });
  const failed = (error: unknown) =>
    log('error', error instanceof Error ? (error.stack ?? error.message) : String(error));
  const endpoint = new GatewayEndpoint({ config, credentials, sessions, toolLists, redact, failed });

  async function end(): Promise<void> {
    await sessions.close();
    await connections.close();
    if (!options.transport) await transport.close?.();
  }

  let listener: Listener;
  try {
    listener = await listen(endpoint, listening);
  } catch (error) {
    await end();
    throw error;
  }
  const sweep = setInterval(() => void sessions.endIdle(), session.cleanup_interval * 1000);
  let closing: Promise<void> | undefined;
  const close = async () => {
    clearInterval(sweep);
    await listener.close();
    await end();
  };
  return { url: listener.url, port: listener.port, madeToken, close: () => (closing ??= close()) };
}

function listenOptions({ server, limits }: GatewayConfig, folder: string): Parameters<typeof listen>[1] {
  const { host, port, public_hosts: hosts, tls, auth_token, auth_password } = server;
  const pem = (file: string) => readRegularFile(resolve(folder, file)).toString();
  const secrets = { 'server.auth_token': auth_token, 'server.auth_password': auth_password };
  const certificate = tls && { tls: { cert: pem(tls.cert), key: pem(tls.key) } };
  return { host, port, hosts, maxBytes: limits.request_bytes, refusal, secrets, ...certificate };
}

function credentialsFor({ host, auth_token, auth_user, auth_password }: GatewayConfig['server']) {
  if ((auth_user === undefined) !== (auth_password === undefined))
    throw new TypeError('server.auth_user and server.auth_password must be set together');
  const hasAny = auth_token !== undefined || auth_user !== undefined;
  if (!hasAny && !mayBeLoopback(host))
    throw new TypeError(`a gateway on ${host} needs server.auth_token, or server.auth_user and server.auth_password`);
  const madeToken = hasAny ? undefined : newSecret();
  const credentials: Credentials = { token: auth_token ?? madeToken, user: auth_user, password: auth_password };
  return { credentials, madeToken };
}

function secretsOf({ services }: GatewayConfig, { token, password }: Credentials, env: GatewayOptions['env']) {
  const inside = Object.values(services).flatMap(({ env, headers }) => [
    ...Object.values(env),
    ...Object.values(headers).flatMap((value) => [value, value.replace(/^\w+ /, '')]),
  ]);
  // A server may print the secrets that it was started with. A secret of the environment can also be in its command.
  return [token, password, ...inside, ...new KnownSecrets(env).known];
}
