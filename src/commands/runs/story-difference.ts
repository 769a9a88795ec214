import { callbackText, responseText, shownSteps, stepText } from '../../assist/index.js';
import type { Ring } from '../../sandbox/index.js';
import { textDiff } from '../../util/index.js';

/**
 * The lines in which the story of a call differs from the one before, each with a mark, the problems first. Times and positions move with each
 * step before them, so they are not compared. Undefined for the same story.
 */
export function storyDifference(before: Ring, after: Ring): string[] | undefined {
  const steps = textDiff(storyText(before), storyText(after));
  const problems = problemDifference(before.problems, after.problems);
  const all = [...problems, ...(steps === undefined ? [] : steps.split('\n'))];
  return all.length === 0 ? undefined : all;
}

const ID = /\b[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}\b/g;

const storyText = ({ steps, requests, webhooks, ended, unused }: Ring): string =>
  [
    // The end of a loop moves with the times, which are not compared.
    ...shownSteps(
      steps,
      (step) => `${step.verb}: ${stepText(step)}`,
      (text) => text.replace(/, until .*/, ''),
    ),
    `end: ${ended}`,
    ...requests.map((one) => `request: ${one.method} ${one.url} ${responseText(one)}`),
    ...webhooks.map((one) => `callback: ${one.event} ${callbackText(one)}`),
    ...unused.map((one) => `not used: ${one}`),
  ]
    .map((line) => line.replace(/\s+/g, ' ').replace(ID, '<id>'))
    .join('\n');

/** The problems that are gone, and the new ones with their positions. */
function problemDifference(before: readonly string[], after: readonly string[]): string[] {
  const [gone, added] = [missingIn(after, before), missingIn(before, after)];
  return [...gone.map((one) => `- problem: ${one}`), ...added.map((one) => `+ problem: ${one}`)];
}

const missingIn = (all: readonly string[], some: readonly string[]): string[] => {
  const known = new Set(all.map(withoutPosition));
  return some.filter((one) => !known.has(withoutPosition(one)));
};

/** Without `menu.yaml:3:5:` and `main[2]:`. */
const withoutPosition = (problem: string): string => problem.replace(/^\S+:\d+:\d+: /, '').replace(/^\S+\]: /, '');
