import { PhoneCallHandler, PlatformRestError, RestClient, type RestClientOptions } from '../client/index.js';
import { createSandbox } from '../sandbox/index.js';
import { Agent, createRegistry } from '../skills/index.js';
import { Switchboard, type Told } from './switchboard.js';

/** The names that every input finds, and the switchboard behind the client among them. */
export function preload(told: Told) {
  const sandbox = createSandbox();
  const switchboard = new Switchboard(sandbox, told);
  const registry = createRegistry();
  const agent = new Agent({ registry });
  agent.on('log', ({ message }) => told.notice(message));

  // A client that the user makes follows the mode too, unless it is told whom to ask.
  class BenchClient extends RestClient {
    constructor(options: RestClientOptions = {}) {
      super(
        { on_notice: told.notice, ...options },
        options.transport || options.host ? undefined : switchboard.account,
      );
    }
  }
  Object.defineProperty(BenchClient, 'name', { value: 'RestClient' });

  const globals = {
    platform: new BenchClient(),
    registry,
    agent,
    sandbox,
    RestClient: BenchClient,
    PhoneCallHandler,
    PlatformRestError,
  };
  return { globals, switchboard };
}
