import { callbackText, responseText, shownSteps, stepText } from '../../assist/index.js';
import type { CallStory, Ring } from '../../sandbox/index.js';
import { Sheet } from '../../show/index.js';

/** Lays out a simulated call for the screen: its requests, its steps with their times, its end and its problems. */
export function callStory(ring: Ring): Sheet {
  const { from, number, route, requests, steps, ended, unused, problems, webhooks } = ring;
  return new Sheet([
    { title: `${from} calls ${number}` },
    {
      pairs: [
        ['route', route],
        ...requests.map((one): [string, string] => [`${one.method} ${one.url}`, responseText(one)]),
      ],
    },
    {
      pairs: [
        ...stepPairs(steps, stepText),
        ['end', ended],
        ...(unused.length > 0 ? [['not used', unused.join('; ')] as const] : []),
      ],
    },
    ...(webhooks.length > 0
      ? [
          { title: 'Callbacks' },
          { pairs: webhooks.map((one): [string, string] => [`${one.time} s  ${one.event}`, callbackText(one)]) },
        ]
      : []),
    ...(problems.length > 0 ? [{ title: 'Problems' }, { lines: problems, of: 'words' as const }] : []),
  ]);
}

/** Lays out the story of a call: as that of a ring, with the durations and the called parties. */
export function storySheet({ from, to, requests, steps, ended, problems, webhooks, called }: CallStory): Sheet {
  const lasts = (seconds: number | null) => (seconds === null ? '…' : `${seconds} s`);
  return new Sheet([
    { title: `${from} calls ${to}` },
    ...(requests.length > 0
      ? [{ pairs: requests.map((one): [string, string] => [`${one.method} ${one.url}`, responseText(one)]) }]
      : []),
    {
      pairs: [
        ...stepPairs(steps, (step) => `${stepText(step)} (${lasts(step.duration)})`),
        ['end', ended] as [string, string],
      ],
    },
    ...(called.length > 0
      ? [
          { title: 'Called parties' },
          {
            pairs: called.map(({ id, to: party, status }): [string, string] => [id.slice(0, 8), `${party}, ${status}`]),
          },
        ]
      : []),
    ...(webhooks.length > 0
      ? [
          { title: 'Callbacks' },
          { pairs: webhooks.map((one): [string, string] => [`${one.time} s  ${one.event}`, callbackText(one)]) },
        ]
      : []),
    ...(problems.length > 0 ? [{ title: 'Problems' }, { lines: problems, of: 'words' as const }] : []),
  ]);
}

const stepPairs = <S extends Ring['steps'][number]>(steps: readonly S[], textOf: (step: S) => string) =>
  shownSteps(
    steps,
    (step): [string, string] => [`${step.time} s  ${step.at}`, textOf(step)],
    (text): [string, string] => ['…', text],
  );
