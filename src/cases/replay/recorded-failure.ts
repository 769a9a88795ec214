import type { CassetteEntry } from '../../cassette/index.js';
import type { Answer } from './compare.js';
import { isSameRefusal } from './refusal.js';

interface Failing {
  readonly recorded: Answer | undefined;
  readonly fault: CassetteEntry['fault'];
}

interface Answered {
  /** The response, or the reason why there is none. */
  readonly answer: Answer | string;
  /** Set if the sandbox does not fail as the recording does. The answer is then the recorded one. */
  readonly note?: string;
}

/** The account and the network cause these, not the request. */
const OF_ACCOUNT = [401, 402, 407, 408, 429];
const isFailure = ({ status }: Answer) => status >= 300;
const causedByRequest = ({ status }: Answer) => status >= 400 && status < 500 && !OF_ACCOUNT.includes(status);

/** Whether the platform refused the request. If the sandbox accepts it, that must change nothing there. */
export const wasRefused = (recorded: Answer | undefined): boolean =>
  recorded !== undefined && isFailure(recorded) && causedByRequest(recorded);

/**
 * Sends a request to the sandbox of a replay. A request that failed in the recording fails in the same way: the sandbox
 * has no carriers, limits and expired tokens, and knows only a part of the account.
 */
export async function failingAsRecorded(
  { recorded, fault }: Failing,
  send: () => Promise<Answer | string>,
): Promise<Answered> {
  if (fault !== undefined && recorded === undefined)
    return { answer: fault, note: `the recording has no response (${fault}), so it was not sent` };
  if (!recorded || !isFailure(recorded)) return { answer: await send() };
  if (!wasRefused(recorded))
    return { answer: recorded, note: `a sandbox does not fail with ${recorded.status}. The recorded answer was used` };
  const answer = await send();
  if (typeof answer !== 'string' && isSameRefusal(recorded, answer)) return { answer };
  const found =
    typeof answer === 'string'
      ? 'sends no response'
      : answer.status === recorded.status
        ? `gives another reason for ${answer.status}`
        : `answers ${answer.status}, not ${recorded.status}`;
  return { answer: recorded, note: `the sandbox ${found}. The recorded answer was used` };
}
