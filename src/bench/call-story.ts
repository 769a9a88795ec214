import type { Ring } from '../sandbox/index.js';
import { Sheet } from '../show/index.js';

/** Lays out a simulated call for the screen: its requests, its steps with their times, its end and its problems. */
export function callStory({ from, number, route, requests, steps, ended, problems, webhooks }: Ring): Sheet {
  return new Sheet([
    { title: `${from} calls ${number}` },
    {
      pairs: [
        ['route', route],
        ...requests.map(({ method, url, status, problem }): [string, string] => [
          `${method} ${url}`,
          `${status ?? (problem === null ? 'answered by the sandbox' : 'not sent')}`,
        ]),
      ],
    },
    {
      pairs: [
        ...steps.map(({ at, says, time, branch, variables }): [string, string] => [
          `${time} s  ${at}`,
          [says, branch, ...variableTexts(variables)].filter(Boolean).join(' · '),
        ]),
        ['end', ended],
      ],
    },
    ...(webhooks.length > 0
      ? [{ title: 'Callbacks' }, { pairs: webhooks.map(({ event, url }): [string, string] => [event, url]) }]
      : []),
    ...(problems.length > 0 ? [{ title: 'Problems' }, { lines: problems, of: 'words' as const }] : []),
  ]);
}

const LONGEST = 60;

const variableTexts = (variables: Readonly<Record<string, unknown>> = {}): string[] =>
  Object.entries(variables).flatMap(([name, value]) => {
    if (value === '') return [];
    const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? 'unset');
    return `${name} = ${text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text}`;
  });
