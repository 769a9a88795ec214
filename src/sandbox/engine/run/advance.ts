import { allRuns } from '../../runs/call-run.js';
import { tokenOf, WAITS } from '../../runs/notify-run.js';
import { CALL_ENDED } from '../../runs/start-run.js';
import type { State } from '../../state/state.js';
import type { ScheduledEvent } from '../../time/schedule.js';
import { faxRefusal } from '../cxml/verbs/receive.js';
import type { Step } from '../document/call-document.js';
import { hasPlaceholder } from '../expression/index.js';
import type { Parameters } from '../verbs/parameters.js';
import { readParameters } from '../verbs/read-parameters.js';
import type { AnyVerb, Verb } from '../verbs/verb.js';
import { ActiveRun } from './active-run.js';
import { endHold, enter, enterDocument, hold, jump, openSection, popFrame } from './frames.js';
import type { Outcome, RunEvent } from './outcome.js';
import { askPerson, finishEntry, giveBackEntry } from './person.js';
import { sendRequest } from './requests.js';

/** The maximum of steps that one call executes. It is far above any useful document, and ends an endless loop. */
const MAX_STEPS = { call: 10_000, message: 100 } as const;

/** Continues a run with an event, until it waits again or ends. Events for an earlier wait are ignored. */
export function continueRun(state: State, id: string, token: number, event: RunEvent, at: string): void {
  const stored = allRuns(state).get(id);
  if (!stored || stored.outcome !== null) return;
  const { waiting, holding } = stored;
  const isHeld = holding?.token === token;
  if (!isHeld && waiting?.token !== token) return;
  const active = new ActiveRun(state, stored, at);
  active.data = waiting?.data ?? {};
  active.run.waiting = null;
  if (!active.isCallOver) finishEntry(active);
  if (active.isCallOver) active.leave(CALL_ENDED);
  else if (isHeld) {
    endHold(active, holding);
    apply(active, resumeStep(active, event));
  } else if (waiting?.for === 'start') enter(active, active.run.start, { kind: 'transfer', params: {} });
  else if (waiting?.for === 'document') enterDocument(active, event);
  else apply(active, resumeStep(active, event));
  runSteps(active);
  active.store();
}

/** Handles the events of runs: the time of a wait is over, or something happened that a step waits for. */
export function onRunEvent(state: State, { of, part, at, data }: ScheduledEvent): void {
  const event = (data ?? { kind: 'time' }) as RunEvent; // Only `notifyRun` and `endRun` add data.
  if (event.kind === 'hung up') {
    closeRun(state, of, event.token, at);
    return;
  }
  // An event without a token is for whatever wait of its kind the run is in.
  const token = part === undefined ? tokenOf(allRuns(state).get(of), WAITS[event.kind]) : Number(part);
  if (token !== undefined) continueRun(state, of, token, event, at);
}

/** The call ended during a step. The steps that still send something do so. */
function closeRun(state: State, id: string, token: number, at: string): void {
  const stored = allRuns(state).get(id);
  if (stored?.waiting?.token !== token) return;
  const active = new ActiveRun(state, stored, at);
  active.data = stored.waiting.data;
  tellStep(active);
  if (stored.holding) {
    endHold(active, stored.holding);
    tellStep(active);
  }
  active.frames.length = 0;
  active.run.waiting = null;
  active.store();
}

function tellStep(active: ActiveRun): void {
  const step = active.frames.length > 0 ? active.nextStep : undefined;
  const params = step?.verb && paramsOf(active, step.verb, step);
  giveBackEntry(active, step?.verb?.hungUp !== undefined);
  if (params && step?.verb) called(step.verb).hungUp?.(active, params, active.data);
}

/** Runs steps until the run waits or ends. */
function runSteps(active: ActiveRun): void {
  const { run } = active;
  while (run.waiting === null && run.outcome === null) {
    if (active.isCallOver) {
      active.leave(CALL_ENDED);
      return;
    }
    if (active.frames.length === 0) {
      endDocument(active);
      return;
    }
    const step = active.nextStep;
    if (step) apply(active, startStep(active, step));
    else endFrame(active, undefined);
  }
}

function startStep(active: ActiveRun, step: Step): Outcome<object> {
  const { run } = active;
  const limit = MAX_STEPS[active.message ? 'message' : 'call'];
  if (run.counters.steps >= limit) {
    active.problem(`more than ${limit} steps ran: is there a loop?`);
    return { do: 'hangup', reason: 'stopped: too many steps' };
  }
  run.counters = { ...run.counters, steps: run.counters.steps + 1 };
  active.begin(step);
  active.data = {};
  const { verb, problems } = step;
  const { verbs } = run.holding ?? {};
  const refusal =
    verbs && verb && !verbs.includes(verb.name)
      ? `${verb.name} is not allowed in a document that a caller hears while it waits (13238)`
      : verb?.language === 'cxml' && !active.message
        ? faxRefusal(active, verb.name)
        : undefined;
  if (refusal !== undefined) {
    active.report('is skipped');
    active.problem(refusal);
    return NEXT;
  }
  if (verb && problems.length === 0) {
    const params = paramsOf(active, verb, step);
    if (params) {
      if (verb.answers === true) active.answer();
      active.noteUnused(called(verb).parameters);
      return called(verb).start(active, params);
    }
  }
  const problem = (problems[0] ?? active.problems.at(-1) ?? 'the step is invalid').replace(`${step.at}: `, '');
  active.report(`stopped: ${problem}`);
  return { do: 'hangup', reason: `stopped at ${step.at}: ${problem}` };
}

function resumeStep(active: ActiveRun, event: RunEvent): Outcome<object> {
  const step = active.nextStep;
  const params = step?.verb && paramsOf(active, step.verb, step);
  return params && step?.verb ? (called(step.verb).resume?.(active, event, params, active.data) ?? NEXT) : NEXT;
}

const NEXT: Outcome = { do: 'next' };

// The parameters were validated against the declaration of this verb, and the data are those that it stored.
const called = (verb: AnyVerb): Verb<Parameters, object> => verb as unknown as Verb<Parameters, object>;

function paramsOf(active: ActiveRun, verb: AnyVerb, step: Step): Readonly<Record<string, unknown>> | undefined {
  const { values, problems } =
    verb.language === 'cxml' ? cxmlParams(active, verb, step) : swmlParams(active, verb, step);
  for (const { message } of problems) active.problem(message);
  return problems.length === 0 ? (values as Readonly<Record<string, never>>) : undefined;
}

type Read = ReturnType<typeof readParameters>;

const cxmlParams = (active: ActiveRun, verb: AnyVerb, { params }: Step): Read =>
  readParameters(verb, params, { isText: true, base: active.frame.document.url });

/** The parameters of steps without placeholders, which are the same each time. A step never changes. */
const fixed = new WeakMap<Step, { readonly base: string | null; readonly read: Read | null }>();

function swmlParams(active: ActiveRun, verb: AnyVerb, step: Step): Read {
  const base = active.frame.document.url;
  let known = fixed.get(step);
  if (known?.base !== base) {
    const read = hasPlaceholder(step.params)
      ? null
      : readParameters(verb, step.params, { substitute: (text) => text, base });
    fixed.set(step, (known = { base, read }));
  }
  return known.read ?? readParameters(verb, step.params, { substitute: (text) => active.substitute(text), base });
}

/** Does what a step wants. After it, the run has ended, waits, or is at its next step. */
function apply(active: ActiveRun, outcome: Outcome<object>): void {
  switch (outcome.do) {
    case 'next':
      active.frame.index++;
      return;
    case 'wait':
      active.wait(outcome.for, outcome.seconds ?? null, outcome.data);
      return;
    case 'hold':
      hold(active, outcome);
      return;
    case 'request':
      sendRequest(active, outcome);
      return;
    case 'ask': {
      const asked = askPerson(active, outcome);
      if (asked !== 'asked') {
        active.data = outcome.data ?? {};
        const next = resumeStep(active, { kind: 'input', ...asked });
        if (next.do !== 'wait') finishEntry(active);
        apply(active, next);
      }
      return;
    }
    case 'branch':
      openSection(active, { list: outcome.list, kind: 'branch', phase: outcome.phase ?? null });
      return;
    case 'call':
      enter(active, outcome.target, { kind: 'call', params: outcome.params, phase: outcome.phase ?? null });
      return;
    case 'transfer':
      enter(active, outcome.target, { kind: 'transfer', params: outcome.params });
      return;
    case 'jump':
      jump(active, outcome.label);
      return;
    case 'return':
      returnFrom(active, outcome.value);
      return;
    case 'hangup':
      active.hangUp(outcome.reason, outcome.refuses);
      return;
    case 'leave':
      active.leave(outcome.reason);
  }
}

function returnFrom(active: ActiveRun, value: unknown): void {
  while (active.frame.kind === 'branch' && active.frames.length > 1) active.frames.pop();
  endFrame(active, value);
}

/** Ends the innermost list of steps, and continues the step that opened it. */
function endFrame(active: ActiveRun, value: unknown): void {
  const { phase, isLast } = popFrame(active);
  if (isLast) return;
  if (phase === null) active.frame.index++;
  else apply(active, resumeStep(active, { kind: 'returned', phase, value }));
}

/** The end of the document ends the call, unless another run waits for the end of this document. */
const endDocument = (active: ActiveRun): void =>
  active.run.parent_id === null ? active.hangUp('end of the document') : active.leave('end of the document');
