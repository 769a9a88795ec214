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

/** Whoever is asked, asked in another name: that of the options, where they give one. */
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
  /** Why commands in the texts of a skill's folder must not run. */
  readonly commandRefusal?: CommandRefusal | undefined;
}

/** The names that every input finds, and the switchboard behind the client among them. */
export function preload({ commandRefusal, ...told }: Preload) {
  const sandbox = createSandbox();
  const switchboard = new Switchboard(sandbox, told);
  // Inputs are typed again and cells are run again: what was meant is the latest.
  const replaced = told.notice;
  const registry = createRegistry({ replaced });
  const agent = new Agent({
    registry,
    replaced,
    env: skillEnvironment(switchboard.account, told.discretion),
    secrets: told.discretion,
    transport: switchboard.services,
    ...(commandRefusal && { command_refusal: commandRefusal }),
    // The real services would refuse them, and nobody would know why.
    placeholders: () => switchboard.mode.kind !== 'live',
  });
  agent.on('log', ({ message }) => told.notice(message));

  // A client that the user makes follows the mode too, unless it is told whom to ask.
  class BenchClient extends RestClient {
    constructor(options: RestClientOptions = {}) {
      if (typeof options.token === 'string') told.discretion.add(options.token);
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
