import type { FailureKind, ServiceFailure } from '../../http/index.js';
import { markFailed } from '../agent/current-call.js';

const WORDS: Readonly<Record<FailureKind, string>> = {
  auth: 'does not let this agent in, so asking again will not help',
  quota: 'has had too many requests for now; try again later',
  timeout: 'took too long to answer; try again in a moment',
  unreachable: 'cannot be reached at the moment; try again later',
  refused: 'did not accept this request; try other words',
  malformed: 'gave an answer that cannot be read; try again later',
  too_large: 'answered more than can be taken; ask it for less',
};

/** Describes a failure to the model, without any text of the service or an exception. The call counts as failed. */
export function apology(service: string, { kind }: Pick<ServiceFailure, 'kind'>): string {
  markFailed();
  return `${service} ${WORDS[kind]}.`;
}
