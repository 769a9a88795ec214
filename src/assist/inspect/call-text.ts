import type { Ring } from '../../sandbox/index.js';

type Request = Ring['requests'][number];
type Step = Ring['steps'][number];

/** The response to a request of a simulated call: its status, or why it has none. */
export function responseText({ status, type, url, isOffline }: Request): string {
  if (status !== null) return String(status);
  if (type !== '') return 'answered by the sandbox';
  return isOffline || !/^https?:\/\//i.test(url) ? 'not sent' : 'no response';
}

/** What happened in a step of a simulated call, the branch taken and the variables set; its verb if nothing happened. */
export const stepText = ({ verb, says, branch, variables }: Step): string =>
  [says, branch, ...variableTexts(variables)].filter(Boolean).join(' · ') || verb;

const MAX_LENGTH = 60;

const variableTexts = (variables: Readonly<Record<string, unknown>> = {}): string[] =>
  Object.entries(variables).flatMap(([name, value]) => {
    if (value === '') return [];
    const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? 'unset');
    return `${name} = ${text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text}`;
  });
