import type { CallStory, CastParty, CastResult, Ring } from '../../sandbox/index.js';
import type { Moment, SheetPart } from '../../util/index.js';
import { callbackText, responseText, shownSteps, stepText } from './call-text.js';

type Request = Ring['requests'][number];

/** A call that was rung, as a timeline. */
export function ringMoments({
  from,
  number,
  route,
  requests,
  steps,
  webhooks,
  problems,
  ended,
  unused,
}: Ring): Moment[] {
  return [
    { title: 'ring', text: `${from} calls ${number}` },
    { title: 'route', text: route },
    ...requests.map(requestMoment),
    ...inOrder([...stepMoments(steps, ({ at }) => at), ...webhooks.map(callbackMoment)]),
    ...problems.map((text): Moment => ({ title: 'problem', text, tone: 'warn' })),
    ...(unused.length > 0 ? [{ title: 'not used', text: unused.join('; ') }] : []),
    { title: 'end', text: ended, tone: problems.length > 0 ? 'bad' : 'good' },
  ];
}

const requestMoment = (one: Request): Moment => ({
  title: one.method,
  text: `${one.url}: ${responseText(one)}`,
  tone: one.problem ? 'bad' : 'good',
});

/** The story of a call as a timeline: its steps, called parties and callbacks, with the seconds since its document began. */
export function storyMoments(story: CallStory): Moment[] {
  const { from, to, direction, started, document_started, requests, steps, called, webhooks, problems, ended } = story;
  const start = Date.parse(document_started ?? started);
  const since = (at: string) => (Date.parse(at) - start) / 1000;
  // Before its document begins, a call rings.
  const ringing = document_started === null ? 0 : -since(started);
  return [
    {
      title: direction === 'inbound' ? 'call from outside' : 'call to outside',
      text: `${from} calls ${to}`,
      ...(ringing === 0 && { time: 0 }),
    },
    ...requests.map(requestMoment),
    ...inOrder([
      ...stepMoments(steps, (step) => `${step.at}, ${lasting(step)}`),
      ...webhooks.map(callbackMoment),
      ...called.map(
        (one): Moment => ({
          title: 'called',
          text: `${one.to}, ${one.failure ?? one.status}`,
          time: since(one.started),
        }),
      ),
    ]),
    ...problems.map((text): Moment => ({ title: 'problem', text, tone: 'warn' })),
    {
      title: 'end',
      text: ended,
      tone: problems.length > 0 ? 'bad' : 'good',
      ...(story.duration !== null && { time: Math.round((story.duration - ringing) * 1000) / 1000 }),
    },
  ];
}

const stepMoments = <S extends Ring['steps'][number]>(steps: readonly S[], whereOf: (step: S) => string): Moment[] =>
  shownSteps(
    steps,
    (step): Moment => ({ title: step.verb, time: step.time, text: `${stepText(step)} (${whereOf(step)})` }),
    (text, { until: { time } }): Moment => ({ title: '…', text, time }),
  );

const callbackMoment = (callback: Ring['webhooks'][number]): Moment => ({
  ...{ title: callback.event, text: callbackText(callback), time: callback.time },
  tone: toneOf(callback.outcome),
});

const inOrder = (moments: readonly Moment[]): Moment[] =>
  [...moments].sort((one, other) => (one.time ?? 0) - (other.time ?? 0));

const lasting = ({ duration }: CallStory['steps'][number]): string => (duration === null ? '…' : `${duration} s`);

type Outcome = CallStory['webhooks'][number]['outcome'];

const toneOf = (outcome: Outcome): NonNullable<Moment['tone']> => {
  if (typeof outcome === 'string') return 'warn';
  return 'status' in outcome && outcome.status < 300 ? 'good' : 'bad';
};

/** The people of a cast, each with a timeline and what was expected. */
export const castParts = ({ parties }: CastResult): SheetPart[] =>
  parties.flatMap((party) => [{ title: `${party.name}: ${party.role}` }, { moments: partyMoments(party) }]);

const partyMoments = ({ story, expectations, call }: CastParty): Moment[] => [
  ...story.map(
    ({ time, until, text }): Moment => ({ title: until === undefined ? `${time} s` : `${time}–${until} s`, text }),
  ),
  ...expectations.map(
    ({ text, isMet, difference }): Moment =>
      isMet ? { title: 'ok', text, tone: 'good' } : { title: 'not ok', text: difference, tone: 'bad' },
  ),
  ...(call?.problems ?? []).map((text): Moment => ({ title: 'problem', text, tone: 'warn' })),
];
