import { complete, type Suggestion } from '../assist/index.js';
import { createEvaluator, type EvaluatorOptions, userStack } from '../eval/index.js';
import type { Bench, Outcome, RunOptions } from './bench.js';
import { commands, isCommand, runCommand } from './commands/index.js';
import { preload } from './globals.js';
import { SessionLog } from './session-log.js';
import { TextAnswer } from './text-answer.js';

export interface BenchOptions {
  /** Every replay is strict: what is not in the recording is an error. */
  readonly strict?: boolean;
  /** Imports resolve from here. */
  readonly directory?: string;
  /** First say over the imports of the user's code. */
  readonly importModule?: EvaluatorOptions['importModule'];
}

/** Puts the bench together: sandbox, client, skills, evaluator and the log they all report to. It begins in the sandbox. */
export function createBench({ strict = false, ...options }: BenchOptions = {}): Bench {
  const log = new SessionLog();
  let input = 0;
  const { globals, switchboard } = preload({
    exchange: (exchange) => log.append({ kind: 'http', input, exchange }),
    notice: (text) => log.append({ kind: 'notice', input, text }),
  });
  const { registry, agent } = globals;
  const evaluator = createEvaluator({ globals, ...options });

  const evaluate = async (source: string, run: RunOptions): Promise<unknown> => {
    if (!isCommand(source) || run.script) return (await evaluator.run(source, run)).value;
    const text = await runCommand(source, bench);
    return text === undefined ? undefined : new TextAnswer(text);
  };

  const bench: Bench = {
    get mode() {
      return switchboard.mode;
    },
    get whereRequestsGo() {
      return switchboard.says;
    },
    log,
    globals,
    async run(source, run = {}): Promise<Outcome> {
      const own = ++input;
      log.append({ kind: 'input', input: own, source });
      const begun = performance.now();
      try {
        const value = await evaluate(source, run);
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
    framesOf: (error) => userStack(error),
    complete: (source, cursor) =>
      complete(source, cursor, {
        names: () => evaluator.names(),
        peek: (name) => evaluator.peek(name),
        skills: async () => (await registry.list_skills()).map(suggested),
        tools: () => agent.tools.map(suggested),
        commands: commands.map(
          ({ name, takes, help }): Suggestion => ({
            text: name,
            kind: 'command',
            ...(takes && { detail: takes }),
            doc: help,
          }),
        ),
      }),
    completeness: (source) => (isCommand(source) ? { status: 'complete' } : evaluator.completeness(source)),
    warmUp: () => evaluator.warmUp(),
    use: (mode) => switchboard.use(strict && mode.kind === 'replay' ? { ...mode, strict } : mode),
    record: (to) => switchboard.record(to),
    leave: () => log.append({ kind: 'leave' }),
    async close() {
      evaluator.interrupt();
      await agent.close();
      await switchboard.close();
    },
  };
  return bench;
}

/** The name of a skill or a tool, as it would be written: in quotes. */
const suggested = ({ name, description }: { name: string; description: string }): Suggestion => ({
  text: name,
  kind: 'value',
  detail: 'string',
  doc: description,
});
