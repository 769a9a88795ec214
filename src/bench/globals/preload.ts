import {
  type AccountNow,
  PhoneCallHandler,
  PlatformRestError,
  RestClient,
  type RestClientOptions,
} from '../../client/index.js';
import { createSandbox } from '../../sandbox/index.js';
import { Agent, type CommandRefusal, createRegistry } from '../../skills/index.js';
import { Switchboard, type Told } from '../mode/router.js';
import { skillEnvironment } from './skill-environment.js';

/**
 * Overrides the project and token of an account with those of the options. Returns the same object until the account
 * changes.
 */
function as({ project, token }: RestClientOptions, account: () => AccountNow): () => AccountNow {
  if (project === undefined && token === undefined) return account;
  let asked: AccountNow | undefined;
  let answer: AccountNow | undefined;
  return () => {
    const now = account();
    if (now !== asked || answer === undefined) {
      const { credentials } = now;
      const own = { project: project ?? credentials.project, token: token ?? credentials.token };
      answer = { ...now, credentials: { ...credentials, ...own } };
      asked = now;
    }
    return answer;
  };
}

interface Preload extends Told {
  /** Returns why commands in the texts of a skill folder must not run. */
  readonly commandRefusal?: CommandRefusal | undefined;
}

/** Creates the preloaded variables and the switchboard behind the client. */
export function preload({ commandRefusal, ...told }: Preload) {
  const sandbox = createSandbox();
  const switchboard = new Switchboard(sandbox, told);
  // Users repeat inputs and cells, so a new definition replaces the previous one, with a notice.
  const replaced = told.notice;
  const registry = createRegistry({ replaced });
  const agent = new Agent({
    registry,
    replaced,
    env: skillEnvironment(switchboard.account, told.knownSecrets),
    secrets: told.knownSecrets,
    transport: switchboard.services,
    ...(commandRefusal && { command_refusal: commandRefusal }),
    // Real services would reject a placeholder credential, without a hint at the cause.
    placeholders: () => switchboard.mode.kind !== 'live',
  });
  agent.on('log', ({ message }) => told.notice(message));

  // A client that the user creates also follows the mode, unless its options name a host or a transport.
  class BenchClient extends RestClient {
    constructor(options: RestClientOptions = {}) {
      if (typeof options.token === 'string') told.knownSecrets.add(options.token);
      super(
        { on_notice: told.notice, ...options },
        options.transport || options.host ? switchboard.following(options) : as(options, switchboard.account),
      );
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
  return { globals, switchboard };
}
