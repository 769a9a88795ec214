import { type Cassette, type CassetteDocument, exchangeNumbers } from '../../cassette/index.js';
import { Mistake } from '../../util/index.js';
import { type Cause, causeAt } from '../explain/cause-at.js';
import { refusalIn } from '../replay/refusal.js';
import type { ReplayedRequest, ReplayReport } from '../replay/replay.js';

type Recording = Pick<Cassette, 'documents'>;

/** What each smaller recording must still show. */
export interface Target {
  /** The position in the documents of the whole recording. */
  readonly index: number;
  readonly kind: 'failure' | 'success' | 'webhook';
  /** Such as `queues.update 422 invalid_parameter max_size`. */
  readonly name: string;
  readonly cause: Cause | undefined;
}

/** A request that failed in the recording, or one without a response that the sandbox refuses. */
const hasFailed = ({ status, outcome, recorded }: ReplayedRequest): boolean =>
  outcome === 'recorded' || ((recorded ?? status) === status && typeof status === 'number' && status >= 400);

/** The last failure of a recording, or the exchange with a number. Never a failure that only the replay has. */
export function targetIn({ documents }: Recording, whole: ReplayReport, number?: number): Target {
  if (number !== undefined) return targetAt({ documents }, whole, number);
  const failed = whole.requests.findLast(hasFailed);
  if (failed) return { ...failureTarget(failed), cause: causeAt(documents, failed.index) };
  const other = whole.requests.findLast(({ status }) => typeof status === 'number' && status >= 400);
  throw new Mistake(
    other
      ? `no request failed in the recording. In the replay, request ${other.exchange} fails, which is another failure. To look for something else, add --test with an expression`
      : 'no request fails when the recording is replayed on a sandbox. To look for something else, add --test with an expression',
  );
}

function targetAt({ documents }: Recording, whole: ReplayReport, number: number): Target {
  const index = exchangeNumbers(documents).indexOf(number);
  const webhook = whole.webhooks.find(({ exchange, outcome }) => exchange === number && isRecorded(outcome));
  if (documents[index]?.kind === 'webhook' && webhook)
    return {
      index,
      kind: 'webhook',
      name: `webhook ${webhook.event} ${webhook.status ?? ''}`.trim(),
      cause: undefined,
    };
  const request = whole.requests.find(({ exchange }) => exchange === number);
  if (!request) throw new Mistake(`the recording has no request or webhook ${number}`);
  const cause = causeAt(documents, request.index);
  if (hasFailed(request)) return { ...failureTarget(request), cause };
  if (cause?.trap === undefined)
    throw new Mistake(`request ${number} succeeded, and no known trap matches it. Use --test with an expression`);
  return { index: request.index, kind: 'success', name: `${request.operation} ${request.status} ${cause.trap}`, cause };
}

const isRecorded = (outcome: string) => outcome !== 'added' && outcome !== 'new';

const failureTarget = (request: ReplayedRequest): Omit<Target, 'cause'> => ({
  index: request.index,
  kind: 'failure',
  name: failureName(request) ?? '',
});

/** The operation, status, codes and fields of a failed request. */
export function failureName({ operation, method, path, status, body, outcome }: ReplayedRequest): string | undefined {
  if (outcome !== 'recorded' && (typeof status !== 'number' || status < 400)) return undefined;
  const { codes, fields } = refusalIn({ status: Number(status), body });
  return [operation ?? `${method} ${path}`, status, ...codes, ...fields].join(' ');
}

/** How the exchanges of the whole recording are answered. The kept ones of a smaller recording are answered alike. */
export class RecordedAnswers {
  readonly #requests: ReadonlyMap<number, ReplayedRequest>;
  readonly #webhooks: ReadonlyMap<number, string>;
  readonly #added: number;

  constructor({ documents }: Recording, report: ReplayReport) {
    this.#requests = new Map(report.requests.map((one) => [one.index, one]));
    this.#webhooks = webhookOutcomes(documents, report);
    this.#added = addedIn(report);
  }

  /** `kept`: the positions of the documents of a candidate in the whole recording. */
  areIn({ documents }: Recording, report: ReplayReport, kept: readonly number[]): boolean {
    const outcomes = webhookOutcomes(documents, report);
    return (
      addedIn(report) <= this.#added &&
      report.requests.every((one) => isAlike(this.#requests.get(kept[one.index] ?? -1), one)) &&
      [...outcomes].every(([index, outcome]) => isAsGood(this.#webhooks.get(kept[index] ?? -1), outcome))
    );
  }
}

const isAsGood = (whole: string | undefined, outcome: string) => outcome === 'same' || outcome === whole;
const addedIn = ({ webhooks }: ReplayReport) => webhooks.filter(({ outcome }) => outcome === 'added').length;

function webhookOutcomes(documents: readonly CassetteDocument[], { webhooks }: ReplayReport): Map<number, string> {
  const numbers = exchangeNumbers(documents);
  const byNumber = new Map(webhooks.flatMap((one) => (isRecorded(one.outcome) ? [[one.exchange, one.outcome]] : [])));
  return new Map(
    documents.flatMap(({ kind }, index) =>
      kind === 'webhook' ? [[index, byNumber.get(numbers[index] ?? -1) ?? 'missing'] as const] : [],
    ),
  );
}

function isAlike(whole: ReplayedRequest | undefined, one: ReplayedRequest): boolean {
  if (!whole || whole.status !== one.status || !isAsGood(whole.outcome, one.outcome)) return false;
  const known = new Set(whole.differences.map(({ at }) => at));
  return one.differences.every(({ at }) => known.has(at)) && (one.outcome !== 'new' || isSameText(whole, one));
}

/** Without a recorded response, the refusals of the two replays are compared. */
function isSameText(whole: ReplayedRequest, one: ReplayedRequest): boolean {
  if (typeof one.status !== 'number' || one.status < 400) return true;
  const [before, after] = [whole, one].map(({ body }) => JSON.stringify(refusalIn({ status: 0, body })));
  return before === after;
}
