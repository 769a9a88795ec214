import {
  type AccountNow,
  AccountSession,
  PhoneCallHandler,
  PlatformRestError,
  RestClient,
  type RestClientOptions,
} from '../../client/index.js';
import { isCredentialVariable, type SecretRegistry } from '../../redact/index.js';
import { documentProblems, newSandbox, type RecordedCase } from '../../sandbox/index.js';
import { Agent, type CommandRefusal, createRegistry, type Environment } from '../../skills/index.js';
import { Deferred } from '../mode/deferred.js';
import { Router, type RouterPorts } from '../mode/router.js';

/** Variables that take long to load. They are created when they are first used. */
export const DEFERRED = ['registry', 'agent', 'sandbox'];

export type Preloaded = ReturnType<typeof preload>;

/** Creates the preloaded variables and the router behind the client. What needs long to load is created when it is used. */
export function preload(ports: RouterPorts, commandRefusal: CommandRefusal | undefined, from?: RecordedCase) {
  const { knownSecrets } = ports;
  const { notify, reported } = ports.monitor;
  // A recording is read at once, because its notes belong to the start.
  const sandbox = new Deferred(() => {
    const created = newSandbox({ ...(from && { from }) });
    created.webhooks.follow(ports.monitor.logWebhook);
    created.followCards((number) => knownSecrets.add(number));
    const { seed, clock, isSample } = created;
    return { created, start: { ...(isSample && { seed }), clock: clock.start } };
  });
  if (from) for (const note of sandbox.value.created.notes) notify(note);
  const router = new Router(() => sandbox.value.created, ports);
  // Users repeat inputs and cells, so a new definition replaces the previous one, with a notice.
  const registry = new Deferred(() => createRegistry({ replaced: notify }));
  const newAgent = () => {
    const created = new Agent({
      registry: registry.value,
      replaced: notify,
      env: skillEnvironment(router.account, knownSecrets),
      secrets: knownSecrets,
      transport: router.services,
      ...(commandRefusal && { command_refusal: commandRefusal }),
      // Real services would reject a placeholder credential, without a hint at the cause.
      placeholders: () => router.mode.kind !== 'live',
    });
    created.on('log', ({ message }) => notify(message));
    return created;
  };
  const agent = new Deferred(newAgent);
  const checkDocument: typeof documentProblems = (...args) => documentProblems(...args);

  // A client that the user creates also follows the mode, unless its options name a host or a transport.
  class BenchClient extends RestClient {
    constructor(options: RestClientOptions = {}) {
      if (typeof options.token === 'string') knownSecrets.add(options.token);
      const account =
        options.transport || options.host ? router.accountFor(options) : withCredentials(options, router.account);
      super(options, account, {}, new AccountSession(account, options.on_notice ?? notify, reported, checkDocument));
    }
  }
  Object.defineProperty(BenchClient, 'name', { value: 'RestClient' });

  const globals = {
    platform: new BenchClient() as RestClient,
    get registry() {
      return registry.value;
    },
    get agent() {
      return agent.value;
    },
    get sandbox() {
      return sandbox.value.created;
    },
    RestClient: BenchClient as typeof RestClient,
    PhoneCallHandler,
    PlatformRestError,
  };
  const sandboxStart = () => sandbox.value.start;
  const closeSkills = async () => agent.created?.close();
  return { globals, router, sandboxStart, closeSkills, newAgent };
}

/** Overrides project and token of an account. Returns the same object until the account changes. */
function withCredentials({ project, token }: RestClientOptions, account: () => AccountNow): () => AccountNow {
  if (project === undefined && token === undefined) return account;
  let source: AccountNow | undefined;
  let result: AccountNow | undefined;
  return () => {
    const current = account();
    if (current !== source || result === undefined) {
      const { credentials } = current;
      const own = { project: project ?? credentials.project, token: token ?? credentials.token };
      result = { ...current, credentials: { ...credentials, ...own } };
      source = current;
    }
    return result;
  };
}

/**
 * Returns the environment of skills. Its `PLATFORM_…` variables describe the account that `platform` uses. A credential
 * is registered as a secret when a skill reads it.
 */
function skillEnvironment(account: () => AccountNow, secrets: SecretRegistry): Environment {
  return new Proxy(process.env, {
    get(env, name) {
      const ours = ofAccount(account().credentials, name);
      if (ours !== undefined) return ours;
      const value = env[String(name)];
      if (isCredentialVariable(String(name))) secrets.add(value, { variable: String(name) });
      return value;
    },
  });
}

function ofAccount({ project, token, base }: AccountNow['credentials'], name: string | symbol): string | undefined {
  if (name === 'PLATFORM_PROJECT_ID') return project;
  if (name === 'PLATFORM_API_TOKEN') return token;
  return name === 'PLATFORM_SPACE' ? new URL(base).host : undefined;
}
