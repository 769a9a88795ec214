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
import { Router, type RouterPorts } from '../mode/router.js';

export type Preloaded = ReturnType<typeof preload>;

/** Creates the preloaded variables and the router behind the client. */
export function preload(ports: RouterPorts, commandRefusal: CommandRefusal | undefined, from?: RecordedCase) {
  const { knownSecrets } = ports;
  const { notify, reported } = ports.monitor;
  const sandbox = newSandbox({ ...(from && { from }) });
  const router = new Router(sandbox, ports);
  // Users repeat inputs and cells, so a new definition replaces the previous one, with a notice.
  const registry = createRegistry({ replaced: notify });
  const agent = new Agent({
    registry,
    replaced: notify,
    env: skillEnvironment(router.account, knownSecrets),
    secrets: knownSecrets,
    transport: router.services,
    ...(commandRefusal && { command_refusal: commandRefusal }),
    // Real services would reject a placeholder credential, without a hint at the cause.
    placeholders: () => router.mode.kind !== 'live',
  });
  agent.on('log', ({ message }) => notify(message));

  // A client that the user creates also follows the mode, unless its options name a host or a transport.
  class BenchClient extends RestClient {
    constructor(options: RestClientOptions = {}) {
      if (typeof options.token === 'string') knownSecrets.add(options.token);
      const account =
        options.transport || options.host ? router.accountFor(options) : withCredentials(options, router.account);
      super(options, account, {}, new AccountSession(account, options.on_notice ?? notify, reported, documentProblems));
    }
  }
  Object.defineProperty(BenchClient, 'name', { value: 'RestClient' });

  const globals = {
    platform: new BenchClient() as RestClient,
    registry,
    agent,
    sandbox,
    RestClient: BenchClient as typeof RestClient,
    PhoneCallHandler,
    PlatformRestError,
  };
  return { globals, router };
}

/** Overrides project and token of an account. Returns the same object until the account changes. */
function withCredentials({ project, token }: RestClientOptions, account: () => AccountNow): () => AccountNow {
  if (project === undefined && token === undefined) return account;
  let source: AccountNow | undefined;
  let result: AccountNow | undefined;
  return () => {
    const now = account();
    if (now !== source || result === undefined) {
      const { credentials } = now;
      const own = { project: project ?? credentials.project, token: token ?? credentials.token };
      result = { ...now, credentials: { ...credentials, ...own } };
      source = now;
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
