import type { CallRun, Frame } from '../../runs/call-run.js';
import { endMoment } from '../../runs/start-run.js';
import { between } from '../../time/clock.js';
import type { Step } from '../document/call-document.js';
import type { Parameters } from '../verbs/parameters.js';
import { unusedParameters } from '../verbs/unused-parameters.js';
import type { RunMoment, StoryMoment, StoryStep } from './story.js';

/** The parameters of a step that have no effect. A step never changes, so this only remembers a result. */
const unused = new WeakMap<Step, ReturnType<typeof unusedParameters>>();

type Draft<T> = { -readonly [K in keyof T]: T[K] };

/** The story of a run while its steps run. Each frame points at the entry of its current step. */
export class StoryLog {
  readonly steps: Draft<StoryStep>[];
  readonly moments: RunMoment[];

  readonly #start: string;
  readonly #latestCallback: () => string | undefined;
  /** The callback that the moments named last. */
  #named: string | undefined;

  constructor(
    { story, moments = [], started_at }: Pick<CallRun, 'story' | 'moments' | 'started_at'>,
    latestCallback: () => string | undefined,
  ) {
    this.#start = started_at;
    this.#latestCallback = latestCallback;
    this.steps = [...story];
    this.moments = [...moments];
    this.#named = moments.findLast((one) => one.after_callback)?.after_callback;
  }

  /** Adds a step. Returns its index. */
  begin({ at, name }: Step, now: string, document?: string): number {
    const time = this.#secondsAt(now);
    const step = this.steps.push({ at, verb: name, says: '', time, ...(document !== undefined && { document }) }) - 1;
    this.add({ time, step });
    return step;
  }

  report(frame: Frame | undefined, text: string, now: string): void {
    const step = frame?.entry ?? -1;
    // A callback of the same time is because of what is reported.
    if (this.steps[step]) this.moments.push({ time: this.#secondsAt(now), step, text });
    this.#change(frame, ({ says }) => ({ says: says === '' ? text : `${says}; ${text}` }));
  }

  /** The call ends, which causes callbacks. */
  end(now: string): void {
    if (!this.moments.some((one) => one.ended)) this.moments.push(endMoment(this.#start, now));
  }

  setVariable(frame: Frame | undefined, name: string, value: unknown): void {
    this.#change(frame, ({ variables }) => ({ variables: { ...variables, [name]: value ?? null } }));
  }

  branch(frame: Frame | undefined, branch: string): void {
    this.#change(frame, () => ({ branch }));
  }

  /** Lists the parameters that change nothing here. Returns the missing part of those that are not simulated, by name. */
  noteUnused(frame: Frame | undefined, parameters: Parameters, step: Step): ReadonlyMap<string, string> {
    let known = unused.get(step);
    if (!known) unused.set(step, (known = unusedParameters(parameters, step.params)));
    const { ignored, lacks } = known;
    if (ignored.length > 0) this.#change(frame, () => ({ ignored }));
    return lacks;
  }

  /** Adds a moment, with the latest callback if there is a new one. */
  add(moment: StoryMoment): void {
    const latest = this.#latestCallback();
    const isNew = latest !== undefined && latest !== this.#named;
    this.#named = latest;
    this.moments.push(isNew ? { ...moment, after_callback: latest } : moment);
  }

  /** On the clock of the story. */
  #secondsAt = (now: string): number => between(this.#start, now) / 1000;

  /** Replaces an entry. The stored story keeps its own entries. */
  #change(frame: Frame | undefined, fieldsOf: (entry: StoryStep) => Partial<StoryStep>): void {
    const index = frame?.entry ?? -1;
    const entry = this.steps[index];
    if (entry) this.steps[index] = { ...entry, ...fieldsOf(entry) };
  }
}
