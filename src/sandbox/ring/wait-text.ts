import type { CallRun } from '../runs/call-run.js';

const WAITS: Readonly<Record<string, string>> = {
  place: 'waits for other participants',
  stop: 'continues until a command stops it',
  leg: 'is connected',
  time: 'waits until the call ends',
};

/** What a run waits for that does not end. */
export const waitText = ({ waiting, story }: CallRun): string =>
  `at ${story.at(-1)?.at ?? 'the start'}: ${WAITS[waiting?.for ?? ''] ?? 'waits'}`;
