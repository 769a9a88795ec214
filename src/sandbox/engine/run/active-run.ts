import { addCallback, latestCallback } from '../../outbound/callbacks.js';
import { found } from '../../respond/response.js';
import { allRuns, type CallRun, type DocumentUrl, type Frame, laterUrl, type WaitFor } from '../../runs/call-run.js';
import { notifyRun } from '../../runs/notify-run.js';
import type { State } from '../../state/state.js';
import { endCall, takeCall } from '../../subjects/calls/answer.js';
import { allCalls, type Call, changeCall } from '../../subjects/calls/call.js';
import { isOver } from '../../subjects/calls/states.js';
import { relayEvent } from '../../subjects/calls/status-callback.js';
import { after } from '../../time/clock.js';
import type { CallDocument, Step } from '../document/call-document.js';
import { callScope, setPath } from '../document/call-scope.js';
import { compile } from '../document/compile.js';
import { type Scope, substitute, substitutePaths } from '../expression/index.js';
import type { Parameters } from '../verbs/parameters.js';
import { countedText, countedValue, withSound } from './limits.js';
import { requestUnread } from './requests.js';
import type { Sound, StepContext } from './step-context.js';
import type { Answer } from './story.js';
import { StoryLog } from './story-log.js';

type Data = Readonly<Record<string, unknown>>;
export type Refusal = 'busy' | 'failed' | 'ended' | 'no-answer';
type Draft<T> = { -readonly [K in keyof T]: T[K] };

const isFollowedRun = ({ person, outcome }: CallRun): boolean => person !== null && outcome === null;

const MAX_PROBLEMS = 1000;
/** In characters. A problem may quote a text of the document. */
const MAX_PROBLEM = 2000;

/** A run while its steps run. It works on its own copy; `store` writes the copy to the state. */
export class ActiveRun implements StepContext {
  readonly run: Draft<CallRun>;
  readonly frames: Draft<Frame>[];
  readonly story: StoryLog;
  readonly problems: string[];
  /** The data of the wait that just ended; empty in `start`. */
  data: object = {};
  #vars: Record<string, unknown>;
  #scope: Scope | undefined;

  constructor(
    readonly state: State,
    stored: CallRun,
    readonly at: string,
  ) {
    this.run = { ...stored, counters: { ...stored.counters } };
    this.frames = stored.frames.map((one) => ({ ...one }));
    this.story = new StoryLog(stored, () => latestCallback(state));
    this.problems = [...stored.problems];
    this.#vars = { ...stored.vars };
  }

  store(): void {
    const {
      frames,
      story: { steps: story, moments },
      problems,
    } = this;
    if (problems.length > MAX_PROBLEMS) problems.splice(MAX_PROBLEMS, Infinity, '…');
    allRuns(this.state).replace({ ...this.run, frames, story, moments, problems, vars: this.#vars });
  }

  get call(): Call {
    return found(allCalls(this.state).get(this.run.id));
  }

  get message(): Data | null {
    return this.run.message ?? null;
  }

  get responses(): number {
    return this.run.webhooks.length;
  }

  get isCallOver(): boolean {
    if (this.message) return false;
    const call = allCalls(this.state).get(this.run.id);
    return call === undefined || isOver(call.status);
  }

  get frame(): Draft<Frame> {
    return found(this.frames.at(-1));
  }

  get document(): CallDocument {
    return compile(this.frame.document);
  }

  get sections(): ReadonlySet<string> {
    return this.document.sections;
  }

  hasList(key: string): boolean {
    return this.document.lists.has(key);
  }

  /** The current step; undefined at the end of its list. */
  get nextStep(): Step | undefined {
    const { list, index } = this.frame;
    return this.document.lists.get(list)?.[index];
  }

  get step(): Step {
    return found(this.nextStep);
  }

  get scope(): Scope {
    this.#scope ??= {
      call: this.message ? { message: this.message.message } : callScope(this.state, this.call),
      params: this.frames.at(-1)?.params ?? {},
      vars: this.#vars,
      envs: this.run.envs,
      random: () => this.state.ids.random(),
    };
    return this.#scope;
  }

  /** Forgets what was read of the call, because it may have changed. */
  refresh(): void {
    this.#scope = undefined;
  }

  answerFor = (name: string): Answer | undefined => {
    const answers = this.run.person?.answers;
    if (!answers || !Object.hasOwn(answers, name)) return undefined;
    const { used = [] } = this.run;
    if (!used.includes(name)) this.run.used = [...used, name];
    return answers[name];
  };

  hasAnswer = (name: string): boolean => Object.hasOwn(this.run.person?.answers ?? {}, name);

  substitute(given: unknown): unknown {
    const report = (problem: string) => this.fails('relay_script_js_eval_error', problem);
    const replace = () => (this.message ? substitutePaths(given, this.scope) : substitute(given, this.scope, report));
    const { value, counters, problem } = countedText(this.run.counters, given, replace);
    this.run.counters = counters;
    if (problem !== undefined) this.fails('relay_script_method_execute_failed', problem);
    return value;
  }

  set(name: string, value: unknown): void {
    const counters = countedValue(this.run.counters, value);
    if (!counters) {
      this.fails('relay_script_method_execute_failed', `${name} is not set: the variables of the call exceed 32 MB`);
      return;
    }
    this.run.counters = counters;
    // Most names are plain, and a document may set thousands of them.
    if (/^[a-z]\w*$/i.test(name) && value !== undefined) this.#vars[name] = value;
    else this.#vars = setPath(this.#vars, name, value);
    this.refresh();
    this.story.setVariable(this.frames.at(-1), name, value);
  }

  get vars(): Readonly<Record<string, unknown>> {
    return this.#vars;
  }

  report(text: string): void {
    this.story.report(this.frames.at(-1), text, this.at);
  }

  hear(sound: Sound): void {
    this.run.heard = withSound(this.run.heard, sound, this.at);
  }

  get isFollowed(): boolean {
    return this.run.person !== null || allRuns(this.state).withKey(isFollowedRun, true).length > 0;
  }

  get entries(): 'left' | 'asked' | 'silent' {
    const given = [this.run.person?.digits ?? [], this.run.person?.speech ?? []];
    if (given.includes('asked')) return 'asked';
    return given.some((one) => one.length > 0) ? 'left' : 'silent';
  }

  requestOnly(url: DocumentUrl, fields: Data): void {
    requestUnread(this, url, fields);
  }

  notSimulated(lacks: string, scriptedAs?: string): void {
    const isScripted = scriptedAs !== undefined && this.answerFor(scriptedAs) !== undefined;
    this.report(`not simulated: ${lacks}`);
    if (!isScripted) this.problem(`${this.step.name} is not simulated: ${lacks}`);
  }

  /** Says which of the parameters have no effect. */
  noteUnused(parameters: Parameters): void {
    const lacks = this.story.noteUnused(this.frames.at(-1), parameters, this.step);
    // A script of the verb gives the result that the parameter would change.
    const isScripted = this.hasAnswer(this.step.name);
    for (const [name, what] of lacks) {
      this.report(`not simulated: ${name}: ${what}`);
      if (!isScripted) this.problem(`${name} is not simulated: ${what}`);
    }
  }

  branch(text: string): void {
    this.story.branch(this.frames.at(-1), text);
  }

  problem(text: string): void {
    const at = this.frames.length > 0 ? this.nextStep?.at : undefined;
    const short = text.length > MAX_PROBLEM ? `${text.slice(0, MAX_PROBLEM)}…` : text;
    const placed = at === undefined ? short : `${at}: ${short}`;
    // What the whole document showed before is not a second problem.
    const isKnown = this.problems.includes(placed) && this.frames.length > 0;
    if (isKnown && this.document.problems.some(({ message }) => message === placed)) return;
    this.problems.push(placed);
  }

  fails(code: string, text: string): void {
    this.#vars = { ...this.#vars, script_error: code };
    this.refresh();
    this.problem(`${text} (${code})`);
  }

  callback(url: string | undefined, event: string, params: object, method: 'GET' | 'POST' = 'POST'): void {
    if (url === undefined || url === '') return;
    const ids = { call_id: this.run.id, node_id: this.run.id, segment_id: this.run.id };
    addCallback(this.state, {
      url,
      method,
      at: this.at,
      ...relayEvent(this.state, event, this.at, { ...ids, ...params }),
    });
  }

  count(): number {
    const key = `${this.frame.document.url ?? ''} ${this.step.at}`;
    const { jumps } = this.run.counters;
    const count = (jumps[key] ?? 0) + 1;
    this.run.counters = { ...this.run.counters, jumps: { ...jumps, [key]: count } };
    return count;
  }

  newId(): string {
    return this.state.ids.uuid();
  }

  limitCall(seconds: number): void {
    const at = after(this.at, seconds * 1000);
    this.state.schedule.add({ at, what: 'call reaches its limit', of: this.run.id });
  }

  answer(): void {
    takeCall(this.state, this.run.id, this.at);
    this.refresh();
  }

  /** Adds the current step to the story. */
  begin(step: Step): void {
    const { run, frame } = this;
    frame.entry = this.story.begin(step, this.at, laterUrl(run.start, frame.document));
  }

  wait(what: WaitFor, seconds: number | null, data: object = {}): number {
    const token = this.run.counters.waits + 1;
    const until = seconds === null ? null : after(this.at, Math.round(seconds * 1000));
    this.run.counters = { ...this.run.counters, waits: token };
    this.run.waiting = { for: what, token, until, data: data as Data }; // A verb stores plain data.
    if (until !== null)
      this.state.schedule.add({
        at: until,
        what: 'call document continues',
        of: this.run.id,
        part: String(token),
      });
    return token;
  }

  /** The document of the call was received, so its effects are known. */
  markRead(): void {
    if (this.message) return;
    const { call } = this;
    if (call.unread) changeCall(this.state, call, { unread: false }, call.updated_at);
  }

  /** Ends the run without ending the call. */
  leave(reason: string, endsCall = false): void {
    this.run.outcome = { says: reason, endsCall };
    if (endsCall || this.isCallOver) this.story.end(this.at);
    this.run.waiting = null;
    const { parent_id } = this.run;
    const status = endsCall ? 'refused' : 'confirmed';
    const event = { kind: 'leg', leg_id: this.run.id, status, reason } as const;
    if (parent_id !== null) notifyRun(this.state, parent_id, event, this.at);
  }

  /** Ends the run and the call. A call that was not answered gets the status `refuses`. */
  hangUp(reason: string, refuses: Refusal = 'failed', why = reason): void {
    this.leave(reason, true);
    endCall(this.state, this.run.id, why, refuses, this.at);
  }
}
