import type { CallStory, CastParty, CastResult, Ring } from '../../sandbox/index.js';
import type { Moment, SheetPart } from '../../util/index.js';
import { responseText, stepText } from './call-text.js';

type Request = Ring['requests'][number];

/** A call that was rung, as a timeline. */
export function ringMoments({ from, number, route, requests, steps, problems, ended, unused }: Ring): Moment[] {
  return [
    { title: 'ring', text: `${from} calls ${number}` },
    { title: 'route', text: route },
    ...requests.map(requestMoment),
    ...steps.map((step) => ({ title: step.verb, text: `${stepText(step)} (${step.at}, ${step.time} s)` })),
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

/** The story of a call as a timeline: its steps, then its called parties and callbacks in order. */
export function storyMoments(story: CallStory): Moment[] {
  const { from, to, direction, started, requests, steps, called, webhooks, problems, ended, duration } = story;
  const at = (seconds: number) => new Date(Date.parse(started) + seconds * 1000).toISOString();
  const timed = [
    // Steps count their time from the start of the document, so they cannot be sorted among these.
    ...webhooks.map(({ event, url, at, outcome }): Moment => ({ title: event, text: url, at, tone: toneOf(outcome) })),
    ...called.map(
      ({ to: party, status, started: at }): Moment => ({ title: 'called', text: `${party}, ${status}`, at }),
    ),
  ].sort((one, other) => ((one.at ?? '') < (other.at ?? '') ? -1 : 1));
  return [
    {
      title: direction === 'inbound' ? 'call from outside' : 'call to outside',
      text: `${from} calls ${to}`,
      at: started,
    },
    ...requests.map(requestMoment),
    ...steps.map((step): Moment => ({ title: step.verb, text: `${stepText(step)} (${step.at}, ${lasting(step)})` })),
    ...timed,
    ...problems.map((text): Moment => ({ title: 'problem', text, tone: 'warn' })),
    {
      title: 'end',
      text: ended,
      tone: problems.length > 0 ? 'bad' : 'good',
      ...(duration !== null && { at: at(duration) }),
    },
  ];
}

const lasting = ({ time, duration }: CallStory['steps'][number]): string =>
  duration === null ? `${time} s` : `${time}–${Math.round((time + duration) * 1000) / 1000} s`;

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
