import { complete, type Suggestion } from '../assist/index.js';
import { PhoneCallHandler, PlatformRestError, RestClient, type RestClientOptions } from '../client/index.js';
import { createEvaluator, type EvaluatorOptions, userStack } from '../eval/index.js';
import { guardFetch, setEgress } from '../http/index.js';
import { createSandbox } from '../sandbox/index.js';
import { Agent, createRegistry } from '../skills/index.js';
import type { Bench, Outcome, RunOptions } from './bench.js';
import { commands, isCommand, runCommand } from './commands/index.js';
import type { Mode } from './mode.js';
import { type RecordingOptions, recordRoute } from './recording.js';
import { type Route, routeFor } from './route.js';
import { SessionLog } from './session-log.js';
import { TextAnswer } from './text-answer.js';
import { watched } from './watched.js';

export interface BenchOptions {
  /** Also write down every exchange. */
  readonly record?: RecordingOptions;
  /** Where requests go. The default is the sandbox. */
  readonly mode?: Mode;
  /** Imports resolve from here. */
  readonly directory?: string;
  /** First say over the imports of the user's code. */
  readonly importModule?: EvaluatorOptions['importModule'];
}

/** Puts the bench together: sandbox, client, skills, evaluator and the log they all report to. */
export function createBench({ mode = { kind: 'sandbox' }, record, directory, importModule }: BenchOptions = {}): Bench {
  const log = new SessionLog();
  let input = 0;
  const sandbox = createSandbox();
  const route = (to: Mode): Route => {
    const found = routeFor(to, sandbox);
    const recorded = record ? recordRoute(found, found.account.transport, record) : found.account.transport;
    const transport = watched(recorded, (exchange) => log.append({ kind: 'http', input, exchange }));
    return { ...found, account: { ...found.account, transport } };
  };
  let current = route(mode);
  applyEgress(current.mode);
  guardFetch();

  const on_notice = (text: string) => log.append({ kind: 'notice', input, text });
  const account = () => current.account;
  // A client that the user makes follows the mode too, unless it is told whom to ask.
  class BenchClient extends RestClient {
    constructor(options: RestClientOptions = {}) {
      super({ on_notice, ...options }, options.transport || options.host ? undefined : account);
    }
  }
  Object.defineProperty(BenchClient, 'name', { value: 'RestClient' });

  const registry = createRegistry();
  const agent = new Agent({ registry });
  const globals = {
    platform: new BenchClient(),
    registry,
    agent,
    sandbox,
    RestClient: BenchClient,
    PhoneCallHandler,
    PlatformRestError,
  };
  const evaluator = createEvaluator({
    globals,
    ...(directory !== undefined && { directory }),
    ...(importModule && { importModule }),
  });

  const evaluate = async (source: string, options: RunOptions): Promise<unknown> => {
    if (!isCommand(source) || options.script) return (await evaluator.run(source, options)).value;
    const text = await runCommand(source, bench);
    return text === undefined ? undefined : new TextAnswer(text);
  };

  const bench: Bench = {
    get mode() {
      return current.mode;
    },
    get whereRequestsGo() {
      return current.says;
    },
    log,
    globals,
    async run(source, options = {}): Promise<Outcome> {
      const own = ++input;
      log.append({ kind: 'input', input: own, source });
      const begun = performance.now();
      try {
        const value = await evaluate(source, options);
        log.append({ kind: 'output', input: own, value, ms: performance.now() - begun });
        if (value !== undefined) evaluator.define('_', value);
        return { ok: true, value };
      } catch (error) {
        log.append({ kind: 'error', input: own, error, ms: performance.now() - begun });
        evaluator.define('_err', error);
        return { ok: false, error };
      }
    },
    interrupt: () => evaluator.interrupt(),
    complete: (source, cursor) =>
      complete(source, cursor, {
        names: () => evaluator.names(),
        peek: (name) => evaluator.peek(name),
        skills: async () =>
          (await registry.list_skills()).map(
            ({ name, description }): Suggestion => ({ text: name, kind: 'value', detail: 'string', doc: description }),
          ),
        tools: () =>
          agent.tools.map(
            ({ name, description }): Suggestion => ({ text: name, kind: 'value', detail: 'string', doc: description }),
          ),
        commands: commands.map(
          ({ name, takes, help }): Suggestion => ({
            text: name,
            kind: 'command',
            ...(takes && { detail: takes }),
            doc: help,
          }),
        ),
      }),
    framesOf: (error) => userStack(error),
    completeness: (source) => (isCommand(source) ? { status: 'complete' } : evaluator.completeness(source)),
    warmUp: () => evaluator.warmUp(),
    async use(to) {
      if (record)
        throw new TypeError(
          `everything goes to ${record.file} while it is recorded; open another bench for another mode`,
        );
      const next = route(to);
      const left = current;
      current = next;
      applyEgress(next.mode);
      await left.account.transport.close?.();
    },
    leave: () => log.append({ kind: 'leave' }),
    async close() {
      evaluator.interrupt();
      await agent.close();
      await current.account.transport.close?.();
    },
  };
  return bench;
}

const applyEgress = ({ kind }: Mode) => setEgress(kind === 'live' ? 'open' : 'loopback');
