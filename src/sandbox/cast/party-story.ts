import type { Ring, StoryStep } from '../engine/run/story.js';
import { allRuns, heardBy } from '../runs/call-run.js';
import { CALL_ENDED } from '../runs/start-run.js';
import { allCalls, type Call } from '../subjects/calls/call.js';
import { FAR_END_HUNG_UP } from '../subjects/calls/states.js';
import { between } from '../time/clock.js';
import type { CastMoment, Ending } from './cast.js';
import { callsAfter, type Presence } from './presence.js';
import type { CastRun } from './run-cast.js';

/** What happened to one person of a cast. */
export interface Party {
  readonly name: string;
  readonly role: string;
  readonly story: readonly CastMoment[];
  readonly heard: readonly Heard[];
  readonly presences: readonly Presence[];
  /** The names of the people whom it met, with the times. */
  readonly met: readonly { readonly name: string; readonly time: string }[];
  readonly ring?: Ring;
  readonly ending?: Ending;
  /** Why the call ended, in all its wordings. */
  readonly reasons: readonly string[];
}

/** A sound on the clock of the cast. A call that ends before is all that the person hears. */
export interface Heard {
  readonly text: string;
  readonly isSpoken: boolean;
  readonly time: number;
  /** When the call ended; infinite if it continues. */
  readonly callEnds: number;
}

/** The names of people, by their calls and numbers. */
export class Names {
  readonly #byCall: ReadonlyMap<string, string>;
  readonly #byNumber: ReadonlyMap<string, string>;

  constructor(
    readonly run: CastRun,
    called: Readonly<Record<string, { readonly number: string }>>,
  ) {
    this.#byCall = new Map([...run.calls].map(([name, { id }]) => [id, name]));
    this.#byNumber = new Map(Object.entries(called).map(([name, { number }]) => [number, name]));
  }

  /** The person on the line of a call: a name of the cast, or a number. */
  of(id: string): string {
    const call = allCalls(this.run.state).get(id);
    const own = call?.direction === 'inbound' ? call.from : call?.to;
    return this.#byCall.get(id) ?? this.#byNumber.get(own ?? '') ?? own ?? id;
  }
}

export function callerParty(run: CastRun, names: Names, name: string): Party {
  const found = run.calls.get(name);
  if (!found) return { ...NEVER, name, role: 'does not call' };
  const { id, ring } = found;
  const { from, number, route, ended } = ring;
  const call = allCalls(run.state).get(id);
  const answered = allRuns(run.state).get(id)?.started_at ?? run.start;
  const presences = run.presence.of(id);
  const began = secondsSince(run, call?.created_at ?? run.start);
  const end = call?.ended_at ?? null;
  return {
    name,
    role: `${from} calls ${number} (${route})`,
    story: inOrder([
      { time: began, text: 'calls' },
      ...stepMoments(ring.steps, secondsSince(run, answered)),
      ...presences.map((one) => presenceMoment(run, names, one)),
      { time: end === null ? Infinity : secondsSince(run, end), text: `end: ${endText(call, ended)}` },
    ]).map((one) => (one.time === Infinity ? { ...one, time: secondsSince(run, nowOf(run)) } : one)),
    heard: heardIn(run, id),
    presences,
    met: meetingsOf(run, names, presences),
    ring,
    ending: endingOf(run, ring),
    reasons: [...new Set([ended, ...reasonsOf(call)])],
  };
}

/** A called person, with all calls to its number. */
export function calledParty(run: CastRun, names: Names, name: string, number: string): Party {
  const legs = callsAfter(run.state, run.after).filter(({ to, direction }) => to === number && direction !== 'inbound');
  if (legs.length === 0) return { ...NEVER, name, role: `${number}, not called` };
  const presences = legs.flatMap(({ id }) => run.presence.of(id));
  return {
    name,
    role: number,
    story: inOrder(legs.flatMap((leg) => legMoments(run, names, leg))),
    heard: legs.flatMap(({ id }) => heardIn(run, id)),
    presences,
    met: meetingsOf(run, names, presences),
    reasons: legs.flatMap(reasonsOf),
  };
}

const NEVER = { story: [], heard: [], presences: [], met: [], reasons: [] } as const;

const secondsSince = ({ start }: CastRun, at: string): number => between(start, at) / 1000;
const nowOf = ({ state }: CastRun): string => state.clock.now().toISOString();

const inOrder = (moments: readonly CastMoment[]): CastMoment[] =>
  [...moments].sort((one, other) => one.time - other.time);

const stepMoments = (steps: readonly StoryStep[], offset: number): CastMoment[] =>
  steps.map(({ at, verb, says, time }) => ({
    time: Math.round((offset + time) * 1000) / 1000,
    text: `${at} ${verb}${says === '' ? '' : `: ${says}`}`,
  }));

function presenceMoment(run: CastRun, names: Names, { kind, with: other, from, until }: Presence): CastMoment {
  const text =
    kind === 'talk' ? `meets ${names.of(other)}` : `is in the ${kind === 'queue' ? 'queue' : 'conference'} ${other}`;
  return { time: secondsSince(run, from), ...(until !== undefined && { until: secondsSince(run, until) }), text };
}

function heardIn(run: CastRun, id: string): Heard[] {
  const end = allCalls(run.state).get(id)?.ended_at ?? null;
  const callEnds = end === null ? Infinity : secondsSince(run, end);
  return heardBy(run.state, id).map(({ at, ...sound }) => ({ ...sound, time: secondsSince(run, at), callEnds }));
}

const REFUSED: Readonly<Record<string, string>> = {
  busy: 'is busy',
  'no-answer': 'does not answer',
  failed: 'cannot be reached',
  canceled: 'is no longer called',
};

const refusalOf = ({ status, is_declined }: Call): string => (is_declined ? 'declines' : (REFUSED[status] ?? status));

/** Why a call ended, from the view of its person. */
const endText = (call: Call | undefined, ended: string): string =>
  reasonsOf(call).includes(FAR_END_HUNG_UP) ? 'hangs up' : ended;

function legMoments(run: CastRun, names: Names, leg: Call): CastMoment[] {
  const { id, created_at, answered_at, ended_at, parent_id, status, machine } = leg;
  const by = parent_id === null ? '' : ` by ${names.of(parent_id)}`;
  const own = allRuns(run.state).get(id);
  const answers = machine ? 'its answering machine answers' : 'answers';
  return [
    { time: secondsSince(run, created_at), text: `is called${by}` },
    ...(answered_at === null ? [] : [{ time: secondsSince(run, answered_at), text: answers }]),
    ...(own ? stepMoments(own.story, secondsSince(run, own.started_at)) : []),
    ...run.presence.of(id).map((one) => presenceMoment(run, names, one)),
    ...(ended_at === null
      ? []
      : [
          {
            time: secondsSince(run, ended_at),
            text: answered_at === null ? refusalOf(leg) : `end: ${endText(leg, reasonsOf(leg)[0] ?? status)}`,
          },
        ]),
  ];
}

function meetingsOf(run: CastRun, names: Names, presences: readonly Presence[]) {
  return presences.flatMap(({ kind, with: other, from, until }) => {
    const end = until === undefined ? '…' : `${secondsSince(run, until)}`;
    return kind === 'talk' ? [{ name: names.of(other), time: `${secondsSince(run, from)}–${end} s` }] : [];
  });
}

function endingOf({ state }: CastRun, { call_id, ended }: Ring): Ending {
  const { outcome } = allRuns(state).get(call_id) ?? {};
  if (!allCalls(state).get(call_id)?.ended_at) return 'not_ended';
  if (/^the caller hung up after /.test(ended)) return 'caller';
  return outcome?.says === CALL_ENDED ? 'other' : 'document';
}

/** Why a call ended, from its log. */
function reasonsOf(call: Call | undefined): string[] {
  const { details = {} } = call?.log.findLast(({ name }) => name === 'calling.call.ended') ?? {};
  return 'reason' in details ? [String(details.reason)] : [];
}
