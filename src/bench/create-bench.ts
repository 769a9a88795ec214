import { adviceOn, adviceOnTool, complete, ForgottenAwaits, hintsOn, Seen, topicHelp } from '../assist/index.js';
import { createEvaluator, type EvaluatorOptions, Interrupted, userStack } from '../eval/index.js';
import { setAmbientSignal } from '../http/index.js';
import { KnownSecrets } from '../redact/index.js';
import { Sheet } from '../show/index.js';
import type { CommandRefusal } from '../skills/index.js';
import { completionSession } from './assist/completion-session.js';
import { questionIn } from './assist/help-query.js';
import { LookUps } from './assist/id-lookups.js';
import { learn } from './assist/learn-ids.js';
import type { Bench, Outcome, RunOptions } from './bench.js';
import { isCommand, runCommand } from './commands/index.js';
import type { Ask } from './confirm/confirm-live.js';
import { OneQuestion } from './confirm/question-queue.js';
import { preload } from './globals/preload.js';
import { type Profile, readProfiles } from './mode/profiles.js';
import { Activity } from './session/activity.js';
import { backgroundSource, Jobs } from './session/jobs.js';
import { Owner } from './session/request-owner.js';
import { isResult } from './session/result.js';
import { SessionLog } from './session/session-log.js';
import { TextAnswer } from './session/text-result.js';

export interface BenchOptions {
  /** Makes every replay strict: an unrecorded request is an error. */
  readonly strict?: boolean;
  /** The folder from which imports resolve. */
  readonly directory?: string;
  /** Asks the user to confirm live requests that buy, delete, dial or send. Without it, they are sent unconfirmed. */
  readonly ask?: Ask;
  /** Profiles in addition to those of the user. */
  readonly profiles?: () => Readonly<Record<string, Profile>>;
  /** The environment with the account of the platform. The default is `process.env`. */
  readonly env?: () => NodeJS.ProcessEnv;
  /** Returns why commands in the texts of a skill folder must not run. */
  readonly commandRefusal?: CommandRefusal;
  /** Overrides the imports of the user's code. */
  readonly importModule?: EvaluatorOptions['importModule'];
}

/** Creates a bench in sandbox mode: the sandbox, client, skills and evaluator, and the log to which they report. */
export function createBench(given: BenchOptions = {}): Bench {
  const { strict = false, ask, profiles = () => ({}), env = () => process.env, commandRefusal, ...options } = given;
  const knownSecrets = new KnownSecrets(env());
  const log = new SessionLog();
  let input = 0;
  let givenUp: string | undefined;
  const forgotten = new ForgottenAwaits();
  const advice = new WeakMap<object, readonly string[]>();
  const jobs = new Jobs();
  const owner = new Owner();
  setAmbientSignal(owner.signal);
  const whose = () => (owner.isJob ? {} : { input });
  const seen = new Seen();
  const activity = new Activity();
  const questions = ask && new OneQuestion(ask);
  const { globals, switchboard } = preload({
    // The requests of a background job are not activity of the current input.
    begun: (request) => (owner.isJob ? () => {} : activity.begin(request)),
    answered: (request, response) => learn(seen, request, response),
    exchange: (exchange) => log.append({ kind: 'http', ...whose(), exchange }),
    notice: (text) => log.append({ kind: 'notice', ...whose(), text: knownSecrets.text(text) }),
    ask: questions?.ask,
    knownSecrets,
    profiles,
    env,
    commandRefusal,
  });
  const { registry, agent } = globals;
  const evaluator = createEvaluator({ globals, ...options });

  const evaluate = async (source: string, run: RunOptions): Promise<unknown> => {
    if (run.script) return (await evaluator.run(source, run)).value;
    const question = questionIn(source);
    if (question !== undefined) return new Sheet(await bench.help(question));
    if (isCommand(source)) {
      const answer = await runCommand(source, bench);
      return typeof answer === 'string' ? new TextAnswer(answer) : answer;
    }
    return inProgram(source, run);
  };

  const inProgram = async (source: string, run: RunOptions): Promise<unknown> => {
    const inBackground = backgroundSource(source);
    if (inBackground === undefined) return (await evaluator.run(source, run)).value;
    const begunBy = input;
    const job = jobs.start(
      knownSecrets.input(inBackground),
      (signal) =>
        owner.inJob(signal, async () => (await evaluator.run(inBackground, { ...run, background: signal })).value),
      ({ id, state, source: code }, value) => {
        if (state === 'done') evaluator.define('_', value);
        if (state === 'failed') evaluator.define('_err', value);
        const says = state === 'failed' ? `failed: ${value instanceof Error ? value.message : String(value)}` : state;
        const where = state === 'done' && value !== undefined ? '; its value is in _' : '';
        log.append({
          kind: 'notice',
          text: knownSecrets.text(`[${id}] ${says}${where} · ${code}`),
          isValue: where !== '',
          ends: { input: begunBy, isDone: state === 'done' },
        });
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
    knownSecrets,
    globals,
    async run(source, run = {}): Promise<Outcome> {
      const own = ++input;
      knownSecrets.addVariables(process.env);
      activity.reset();
      givenUp = undefined;
      log.append({ kind: 'input', input: own, source: knownSecrets.input(source) });
      const begun = performance.now();
      const waited = questions?.waitedMs ?? 0;
      // The time during which the user answers a question does not count.
      const ms = () => performance.now() - begun - ((questions?.waitedMs ?? 0) - waited);
      try {
        const value = await evaluate(source, run);
        knownSecrets.addVariables(process.env);
        log.append({ kind: 'output', input: own, value, ms: ms() });
        if (isResult(value)) evaluator.define('_', value);
        if (!run.script && !isCommand(source)) {
          const awaits = forgotten.notices(backgroundSource(source) ?? source, value, bench.scope);
          for (const text of [...awaits, ...(await hintsOn(source, value, session))])
            log.append({ kind: 'notice', input: own, text: knownSecrets.text(text) });
        }
        return { ok: true, value };
      } catch (error) {
        knownSecrets.addVariables(process.env);
        if (typeof error === 'object' && error !== null)
          advice.set(error, [...adviceOn(error, source, session), ...(await adviceOnTool(error, session))]);
        log.append({ kind: 'error', input: own, error, ms: ms() });
        if (error instanceof Interrupted && givenUp !== undefined)
          log.append({ kind: 'notice', input: own, text: givenUp });
        evaluator.define('_err', error);
        return { ok: false, error };
      }
    },
    evaluate: async (source, run = {}) => {
      knownSecrets.input(source);
      const value = await inProgram(source, run);
      if (isResult(value)) evaluator.define('_', value);
      return value;
    },
    define: (names) => {
      for (const [name, value] of Object.entries(names)) evaluator.define(name, value);
    },
    profiles: () => readProfiles(env(), profiles()),
    scope: { names: () => evaluator.names(), peek: (name) => evaluator.peek(name) },
    jobs,
    get waitsFor() {
      return activity.says;
    },
    interrupt() {
      givenUp = activity.givenUp;
      const wasRunning = evaluator.interrupt();
      owner.interrupt(new Interrupted());
      return wasRunning;
    },
    framesOf: (error) => userStack(error),
    adviceOn: (error) => (typeof error === 'object' && error !== null && advice.get(error)) || [],
    complete: (source, cursor) => complete(source, cursor, session),
    help: (topic) => topicHelp(topic, session),
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
      // The recording is finished even if a skill fails to close.
      await agent.close().finally(() => switchboard.close());
    },
  };
  const lookUps = new LookUps({ isLive: () => switchboard.mode.kind === 'live', account: switchboard.unwatched, seen });
  const session = completionSession({ bench, registry, agent, seen, lookUps });
  return bench;
}
