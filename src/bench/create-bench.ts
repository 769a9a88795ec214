import { complete, type Suggestion, topicHelp } from '../assist/index.js';
import { createEvaluator, type EvaluatorOptions, userStack } from '../eval/index.js';
import { Sheet } from '../show/index.js';
import type { Ask } from './ask-first.js';
import type { Bench, Outcome, RunOptions } from './bench.js';
import { commands, completeCommand, isCommand, runCommand } from './commands/index.js';
import { preload } from './globals.js';
import { backgroundSource, Jobs } from './jobs.js';
import { questionIn } from './question.js';
import { SessionLog } from './session-log.js';
import { TextAnswer } from './text-answer.js';

export interface BenchOptions {
  /** Every replay is strict: what is not in the recording is an error. */
  readonly strict?: boolean;
  /** Imports resolve from here. */
  readonly directory?: string;
  /** Asked before live requests that buy, delete, dial or send. Without it they are simply sent. */
  readonly ask?: Ask;
  /** First say over the imports of the user's code. */
  readonly importModule?: EvaluatorOptions['importModule'];
}

/** Puts the bench together: sandbox, client, skills, evaluator and the log they all report to. It begins in the sandbox. */
export function createBench({ strict = false, ask, ...options }: BenchOptions = {}): Bench {
  const log = new SessionLog();
  let input = 0;
  const jobs = new Jobs();
  // While something runs in the background nobody can say whose request it is. (An async context could, and would leave
  // its marks on every promise that is shown.)
  const whose = () => (jobs.areRunning ? {} : { input });
  const { globals, switchboard } = preload({
    exchange: (exchange) => log.append({ kind: 'http', ...whose(), exchange }),
    notice: (text) => log.append({ kind: 'notice', ...whose(), text }),
    ask,
  });
  const { registry, agent } = globals;
  const evaluator = createEvaluator({ globals, ...options });

  const evaluate = async (source: string, run: RunOptions): Promise<unknown> => {
    if (run.script) return (await evaluator.run(source, run)).value;
    const question = questionIn(source);
    if (question !== undefined) return new Sheet(topicHelp(question, bench.scope));
    if (isCommand(source)) {
      const answer = await runCommand(source, bench);
      return typeof answer === 'string' ? new TextAnswer(answer) : answer;
    }
    const inBackground = backgroundSource(source);
    if (inBackground === undefined) return (await evaluator.run(source, run)).value;
    const job = jobs.start(
      inBackground,
      async (signal) => (await evaluator.run(inBackground, { ...run, background: signal })).value,
      ({ id, state, source: code }, value) => {
        if (state === 'done') evaluator.define('_', value);
        if (state === 'failed') evaluator.define('_err', value);
        const says = state === 'failed' ? `failed: ${value instanceof Error ? value.message : String(value)}` : state;
        const where = state === 'done' && value !== undefined ? '; its value is in _' : '';
        log.append({ kind: 'notice', text: `[${id}] ${says}${where} · ${code}` });
      },
    );
    return new TextAnswer(`[${job.id}] runs in the background; .jobs lists it`);
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
    evaluate: async (source, run = {}) => (await evaluator.run(source, run)).value,
    scope: { names: () => evaluator.names(), peek: (name) => evaluator.peek(name) },
    jobs,
    interrupt: () => evaluator.interrupt(),
    help(topic) {
      try {
        return new Sheet(topicHelp(topic, bench.scope));
      } catch (error) {
        if (error instanceof TypeError) return undefined; // nothing is called so
        throw error;
      }
    },
    framesOf: (error) => userStack(error),
    complete: (source, cursor) =>
      complete(source, cursor, {
        names: () => evaluator.names(),
        peek: (name) => evaluator.peek(name),
        skills: async () => (await registry.list_skills()).map(suggested),
        tools: () => agent.tools.map(suggested),
        command: (line) => completeCommand(line, bench),
        commands: commands.map(
          ({ name, takes, help }): Suggestion => ({
            text: name,
            kind: 'command',
            ...(takes && { detail: takes }),
            doc: help,
          }),
        ),
      }),
    completeness: (source) =>
      isCommand(source) || questionIn(source) !== undefined || backgroundSource(source) !== undefined
        ? { status: 'complete' }
        : evaluator.completeness(source),
    warmUp: () => evaluator.warmUp(),
    use: (mode) => switchboard.use(strict && mode.kind === 'replay' ? { ...mode, strict } : mode),
    record: (to) => switchboard.record(to),
    leave: () => log.append({ kind: 'leave' }),
    async close() {
      jobs.stopAll();
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
