import { type Completion, complete, type KnownItem, type Session, signatureAt, topicHelp } from '../assist/index.js';
import { readProfiles } from '../commands/index.js';
import {
  type Completeness,
  createEvaluator,
  type Evaluator,
  Interrupted,
  userPlace,
  userStack,
} from '../eval/index.js';
import { setAmbientSignal, type WireResponse } from '../http/index.js';
import { KnownSecrets } from '../redact/index.js';
import { Sheet } from '../show/index.js';
import type { TypeService } from '../types/index.js';
import { attempt, Mistake, type SheetPart } from '../util/index.js';
import { IdLookups } from './assist/id-lookups.js';
import { knownItems } from './assist/known-items.js';
import { learnTypes } from './assist/type-warnings.js';
import type { Bench, Keys, Outcome, RunOptions, SessionRequest } from './bench.js';
import type { BenchOptions, SessionPage } from './bench-options.js';
import { helpOnCommand, runCommand } from './commands/index.js';
import { completionSession } from './completion-session.js';
import { QuestionQueue, stopwatch } from './confirm/question-queue.js';
import { ownModuleFor, provideToRequire } from './globals/own-modules.js';
import { DEFERRED, type Preloaded, preload } from './globals/preload.js';
import type { Mode } from './mode/mode.js';
import type { RecordingOptions } from './mode/recording.js';
import { CodeRunner } from './session/code-runner.js';
import { type CodeInput, type Input, parseCode, parseInput, statusOf } from './session/input.js';
import { InputHints } from './session/input-hints.js';
import { equivalentIn } from './session/pasted-request.js';
import { Replays } from './session/replays.js';
import { endingAtInterrupt, RequestOwner } from './session/request-owner.js';
import { CommandText, isResult } from './session/result.js';
import type { SessionLog } from './session/session-log.js';
import { SessionMonitor } from './session/session-monitor.js';
import { ShellCommands } from './session/shell-command.js';

/** Creates a bench in sandbox mode: the sandbox, client, skills and evaluator, and the log to which they report. */
export const createBench = (options: BenchOptions = {}): Bench => new SessionBench(options);

class SessionBench implements Bench {
  readonly knownSecrets: KnownSecrets;
  readonly globals: Preloaded['globals'];
  readonly startedFrom: string | undefined;
  readonly scope: Bench['scope'];
  // The error can have code of its own, which may throw.
  readonly framesOf = (error: unknown) => attempt(() => userStack(error)) ?? [];
  readonly placeOf = (error: unknown) => attempt(() => userPlace(error));
  readonly profiles: Bench['profiles'];
  readonly types: TypeService | undefined;
  readonly showInPager: Bench['showInPager'];
  readonly inspect: Bench['inspect'];
  readonly edit: Bench['edit'];
  readonly newAgent: Bench['newAgent'];
  readonly replays = new Replays();
  filename: string | undefined;
  readonly #isStrict: boolean;
  readonly #questions: QuestionQueue | undefined;
  readonly #owner = new RequestOwner();
  readonly #monitor: SessionMonitor;
  readonly #router: Preloaded['router'];
  readonly #sandboxStart: Preloaded['sandboxStart'];
  readonly #closeSkills: Preloaded['closeSkills'];
  readonly #evaluator: Evaluator;
  readonly #runner: CodeRunner;
  readonly #session: Session;
  readonly #hints: InputHints;
  readonly #shell: ShellCommands;
  keys: Keys = 'emacs';
  #cancelNotice: string | undefined;
  #page: Promise<SessionPage> | undefined;

  constructor({ strict = false, ask, profiles = () => ({}), env = () => process.env, ...options }: BenchOptions) {
    const { commandRefusal, types, showInPager, edit, inspect, from, shellRefusal, ...others } = options;
    const { startedFrom, maps = [], isPrompt = false, ...evaluatorOptions } = others;
    this.types = types;
    this.showInPager = showInPager;
    this.edit = edit;
    this.inspect = inspect && (() => (this.#page ??= inspect(this)));
    const secrets = new KnownSecrets(env());
    const monitor = new SessionMonitor(this.#owner, secrets);
    this.#monitor = monitor;
    setAmbientSignal(this.#owner.signal);
    this.knownSecrets = secrets;
    this.profiles = () => readProfiles(env(), profiles());
    this.#isStrict = strict;
    this.#questions = ask && new QuestionQueue(ask);
    const ports = { monitor, ask: this.#questions?.ask, knownSecrets: secrets, profiles, env, maps };
    const { globals, router, sandboxStart, closeSkills, newAgent } = preload(ports, commandRefusal, from);
    this.globals = globals;
    this.startedFrom = startedFrom;
    this.#sandboxStart = sandboxStart;
    this.newAgent = newAgent;
    this.#closeSkills = closeSkills;
    this.#router = router;
    const evaluator = createEvaluator({
      globals,
      deferred: DEFERRED,
      ...evaluatorOptions,
      importModule: (specifier) => evaluatorOptions.importModule?.(specifier) ?? ownModuleFor(this, specifier),
    });
    provideToRequire(this);
    this.#evaluator = evaluator;
    if (isPrompt) this.define({ In: monitor.numbered.In, Out: monitor.numbered.Out });
    this.scope = evaluator;
    this.#runner = new CodeRunner({ evaluator, owner: this.#owner, monitor, secrets });
    this.#shell = new ShellCommands({ isPrompt, shellRefusal, bench: this, ask: this.#questions?.ask, monitor });
    const lookups = new IdLookups({
      isLive: () => router.mode.kind === 'live',
      account: router.unloggedAccount,
      seen: monitor.seen,
    });
    // The last step, because commands use the whole bench to complete their arguments.
    this.#session = completionSession({ bench: this, globals, seen: monitor.seen, lookups, types });
    this.#hints = new InputHints({
      scope: this.scope,
      session: this.#session,
      sandbox: () => (router.mode.kind === 'sandbox' ? globals.sandbox : undefined),
      notify: monitor.notify,
    });
  }

  get sandboxStart(): Bench['sandboxStart'] {
    return this.#sandboxStart();
  }
  get mode(): Mode {
    return this.#router.mode;
  }
  get whereRequestsGo(): string {
    return this.#router.destination;
  }
  get unusedNote(): string | undefined {
    return this.#router.unusedNote;
  }
  get recording(): string | undefined {
    return this.#router.recording;
  }
  setKeys(keys: Keys): void {
    this.keys = keys;
  }
  get log(): SessionLog {
    return this.#monitor.log;
  }
  get jobs(): Bench['jobs'] {
    return this.#runner.jobs;
  }
  get signal(): AbortSignal {
    return this.#owner.signal();
  }
  get waitsFor(): string | undefined {
    return this.#monitor.activity.description;
  }

  async run(source: string, options: RunOptions = {}): Promise<Outcome> {
    this.knownSecrets.addVariables(process.env);
    this.#cancelNotice = undefined;
    this.filename = options.filename;
    const input: Input = options.script ? { kind: 'code', code: source } : this.#parse(source);
    const number = this.#monitor.begin(source, input.kind);
    const elapsedMs = stopwatch(this.#questions);
    try {
      const value = await endingAtInterrupt(this.#execute(input, options), this.signal);
      this.knownSecrets.addVariables(process.env);
      this.log.append({ kind: 'output', input: number, value, ms: elapsedMs() });
      if (isResult(value)) {
        this.#evaluator.define('_', value);
        this.#monitor.numbered.addResult(number, value);
      }
      if (!options.script) await this.#hints.suggest(number, input, value);
      return { ok: true, value };
    } catch (error) {
      this.knownSecrets.addVariables(process.env);
      // A hint reads the error, whose own code may throw.
      await this.#hints.advise(error, source, input).catch(() => undefined);
      this.log.append({ kind: 'error', input: number, error, ms: elapsedMs() });
      if (this.#cancelNotice !== undefined && attempt(() => error instanceof Interrupted))
        this.log.append({ kind: 'notice', input: number, text: this.#cancelNotice });
      if (!['foreign', 'request', 'shell'].includes(input.kind)) this.#evaluator.define('_err', error);
      return { ok: false, error };
    }
  }

  readonly #parse = (source: string): Input => parseInput(source, (name) => this.scope.names().includes(name));

  async #execute(input: Input, options: RunOptions): Promise<unknown> {
    switch (input.kind) {
      case 'help':
        return new Sheet(await this.help(input.topic, input.hasSource));
      case 'shell':
        return this.#shell.run(input);
      case 'foreign':
      case 'request':
        throw new Mistake(await equivalentIn(input, this.#shell));
      case 'command': {
        const output = await runCommand(input.command, this);
        return typeof output === 'string' ? new CommandText(output) : output;
      }
      default:
        return this.#runCode(input, options);
    }
  }

  /** Runs code. If it succeeds, completion learns the types of its variables. */
  async #runCode(input: CodeInput, options: RunOptions): Promise<unknown> {
    const value = await this.#runner.run(input, { filename: `input-${this.#monitor.input}`, ...options });
    if (input.kind === 'code' && !options.isRepeated) learnTypes(input.code, this.types, this.#monitor, this.scope);
    return value;
  }

  async evaluate(source: string, options: RunOptions = {}): Promise<unknown> {
    this.knownSecrets.input(source);
    this.#monitor.runsCode(options.isTyped ? source : undefined);
    const value = await this.#runCode(parseCode(source), options);
    if (isResult(value)) this.#evaluator.define('_', value);
    return value;
  }

  define(names: Readonly<Record<string, unknown>>): void {
    for (const [name, value] of Object.entries(names)) this.#evaluator.define(name, value);
  }

  interrupt(): boolean {
    this.#cancelNotice = this.#monitor.activity.cancelNotice;
    this.replays.interrupt();
    const wasRunning = this.#evaluator.interrupt();
    this.#owner.interrupt(new Interrupted('the requests of an earlier input were cancelled'));
    return wasRunning;
  }

  adviceOn = (error: unknown): readonly string[] => this.#hints.of(error);

  readonly newTrial = () => this.#hints.newTrial();

  knownItems(before = ''): readonly KnownItem[] {
    const sandbox = this.mode.kind === 'sandbox' ? this.globals.sandbox : undefined;
    return knownItems(this.#monitor.seen, sandbox, { before, session: this.#session });
  }

  complete(source: string, cursor: number): Promise<Completion> {
    return complete(source, cursor, this.#session);
  }

  signature(source: string, cursor: number): ReturnType<Bench['signature']> {
    return signatureAt(source, cursor, this.#session);
  }

  preview(source: string): string | undefined {
    if (this.mode.kind === 'replay' || this.#parse(source).kind !== 'code') return undefined;
    return this.knownSecrets.text(this.#evaluator.preview(source) ?? '') || undefined;
  }

  async help(topic: string, hasSource?: boolean): Promise<readonly SheetPart[]> {
    return topic.startsWith('.') ? helpOnCommand(topic) : topicHelp(topic, this.#session, this.newTrial, hasSource);
  }

  completeness(source: string): Completeness {
    const input = this.#parse(source);
    return input.kind === 'code' ? this.#evaluator.completeness(source) : { status: statusOf(input) };
  }

  warmUp(): Promise<void> {
    return this.#evaluator.warmUp();
  }

  send({ path, ...request }: SessionRequest): Promise<WireResponse> {
    this.#monitor.runsCode();
    const { credentials, transport } = this.#router.account();
    const { project, token, base } = credentials;
    const authorization = `Basic ${Buffer.from(`${project}:${token}`).toString('base64')}`;
    return transport.send({ ...request, url: base + path, headers: { ...request.headers, authorization } });
  }

  use(mode: Mode): Promise<void> {
    return this.#router.use(this.#isStrict && mode.kind === 'replay' ? { ...mode, strict: true } : mode);
  }

  record(options: RecordingOptions): Promise<void> {
    return this.#router.record(options);
  }

  stopRecording(): Promise<string> {
    return this.#router.stopRecording();
  }

  leave(): void {
    this.log.append({ kind: 'leave' });
  }

  async close(): Promise<void> {
    this.#runner.jobs.stopAll();
    this.#evaluator.interrupt();
    // The recording is finished even if a skill fails to close.
    await this.#closeSkills()
      .finally(() => this.replays.close())
      .finally(() => this.#router.close())
      .finally(() => this.types?.close())
      .finally(async () => (await this.#page)?.close());
  }
}
