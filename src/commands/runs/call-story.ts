import { responseText, stepText } from '../../assist/index.js';
import type { Ring } from '../../sandbox/index.js';
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
        ...steps.map((step): [string, string] => [`${step.time} s  ${step.at}`, stepText(step)]),
        ['end', ended],
        ...(unused.length > 0 ? [['not used', unused.join('; ')] as const] : []),
      ],
    },
    ...(webhooks.length > 0
      ? [{ title: 'Callbacks' }, { pairs: webhooks.map(({ event, url }): [string, string] => [event, url]) }]
      : []),
    ...(problems.length > 0 ? [{ title: 'Problems' }, { lines: problems, of: 'words' as const }] : []),
  ]);
}
