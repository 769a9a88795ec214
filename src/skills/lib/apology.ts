import { type FailureKind, ServiceFailure } from '../../http/index.js';
import { markFailed } from '../contract/current-call.js';

const WORDS: Readonly<Record<FailureKind, string>> = {
  auth: 'rejected the credentials of this agent. Do not try again',
  quota: 'received too many requests. Try again later',
  timeout: 'took too long to respond. Try again in a moment',
  unreachable: 'cannot be reached. Try again later',
  refused: 'rejected this request. Try other words',
  malformed: 'returned an invalid response. Try again later',
  too_large: 'returned a response that is too large. Request less',
};

/** Describes a failure to the model, without any text of the service or an exception. The call counts as failed. */
export function apology(service: string, { kind }: Pick<ServiceFailure, 'kind'>): string {
  markFailed();
  return `${service} ${WORDS[kind]}.`;
}

/** Returns the answer of a service, or an apology if the service fails. Other errors are thrown. */
export async function answerOrApology(
  service: string,
  log: (message: string) => void,
  ask: () => Promise<string>,
): Promise<string> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof ServiceFailure)) throw error;
    log(error.message);
    return apology(service, error);
  }
}
