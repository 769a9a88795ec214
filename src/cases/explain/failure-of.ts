import { meaningOf } from '../../assist/index.js';
import type { Call } from '../call-of.js';
import type { CaseSandbox } from './case-sandbox.js';
import { correctionFor, type TrialSandbox, tried } from './correct.js';
import { answeredWith, type Exchange, errorOf, isDone, textsIn } from './exchange.js';
// Type-only cycle: an explanation consists of findings.
import type { Finding } from './explain.js';
import { fieldAtFault, hasNoBody, nameSent } from './field-at-fault.js';
import { headOf } from './finding-head.js';
import type { NamedHit } from './known-causes.js';
import { withoutOperation } from './without-operation.js';

/** The ids that the responses of a case had so far. */
export class KnownIds {
  readonly #ids = new Set<string>();
  readonly has = (id: string): boolean => this.#ids.has(id);
  learn(exchange: Exchange): void {
    if (isDone(exchange)) for (const { text } of textsIn(exchange.answer)) this.#ids.add(text);
  }
}

export interface FailureContext {
  readonly exchange: Exchange;
  readonly hits: readonly NamedHit[];
  readonly trialSandbox: TrialSandbox;
  readonly known: KnownIds;
  /** Whether a copy of the sandbox is asked. Of a long recording, only the first findings are tried. */
  readonly isTried: boolean;
  /** Follows the case. Undefined if another sandbox tries the corrections. */
  readonly sandbox?: CaseSandbox;
}

/** The first trap gives the cause. The facts of the row follow in any case. */
export async function failureOf(place: FailureContext): Promise<Finding> {
  const { exchange, hits, trialSandbox, known, sandbox, isTried } = place;
  const { call } = exchange;
  const [hit] = hits;
  if (!call) return hit ? findingOf(place, hit) : withoutOperation(exchange);
  const recorded = errorOf(exchange);
  const own = fieldAtFault(exchange, call, recorded, known.has);
  const named =
    isTried && own.field === undefined && hit?.hit.field === undefined
      ? await fieldNamedBy(sandbox, place, call)
      : undefined;
  const error = named?.error ?? recorded;
  const { field, facts } = named ? { field: named.field, facts: [...named.facts, ...own.facts] } : own;
  const { cause, checked } = own;
  const level = named || (wasAsked(exchange) && own.level === 'certain') ? 'likely' : own.level;
  if (hit) {
    const found = await findingOf(place, hit);
    // The fields of a body that cannot be read are not known.
    const isRead = hit.trap !== 'body-encoding';
    const at = found.field ?? (isRead ? field : undefined);
    return {
      ...found,
      level: wasAsked(exchange) && found.level === 'certain' ? 'likely' : found.level,
      ...(at !== undefined && { field: at }),
      facts: [
        ...found.facts,
        ...(isRead ? facts : facts.slice(0, 1)).filter((fact) => fact !== meaningOf(error)),
        ...hits.slice(1).map((one) => `another possible cause: ${one.hit.cause}`),
      ],
    };
  }
  const isCorrectable =
    isTried &&
    !(wasAsked(exchange) && hasNoBody(exchange)) &&
    [400, 404, 409, 422].includes(exchange.status) &&
    !isOfAccount(recorded) &&
    !isBuying(call.operation);
  // The error of the client's own check is more exact, but the one of the platform can name another field.
  const correction = isCorrectable
    ? ((checked && (await correctionFor(call, checked, trialSandbox))) ??
      (await correctionFor(call, error, trialSandbox)))
    : undefined;
  return {
    ...headOf(exchange),
    level,
    ...(field !== undefined && { field }),
    cause,
    facts: isBuying(call.operation) ? [...facts, COSTS_MONEY] : facts,
    ...(correction && { correction }),
    repeated: 0,
  };
}

/** No call repairs the balance of the account, the network of a carrier or the permissions of a token. */
const isOfAccount = ({ code, errors }: ReturnType<typeof errorOf>): boolean =>
  ACCOUNT.test(code ?? '') || errors.some(({ message }) => /insufficient|balance|too recently/i.test(message));
const ACCOUNT = /balance|not_routable|funds|billing|rate_limit|^30\d{3}$|^21(?:408|610|614)$/;

/** Patchbay suggests nothing that costs money if the user runs it. */
const isBuying = (operation: string) => /\.(?:purchase|import_number)$|orders\.create$/.test(operation);

const COSTS_MONEY = 'no corrected call is shown, because this request costs money';

/** If a 422 names no field, a copy of the sandbox gets the same request, and can name one. */
async function fieldNamedBy(sandbox: CaseSandbox | undefined, { exchange, known }: FailureContext, call: Call) {
  if (!sandbox || exchange.status !== 422 || wasAsked(exchange) || hasNoBody(exchange)) return undefined;
  const answered = answeredWith(exchange, await sandbox.askCopy(exchange));
  if (answered.status !== 422) return undefined;
  const error = errorOf(answered);
  const { field, cause, facts } = fieldAtFault(answered, call, error, known.has);
  return field === undefined
    ? undefined
    : { error, field, facts: [`the sandbox named ${field} for the same request: ${cause}`, ...facts] };
}

export async function findingOf(
  { exchange, trialSandbox, isTried }: FailureContext,
  { trap, hit }: NamedHit,
): Promise<Finding> {
  const { cause, facts = [], fix, level } = hit;
  const { row } = exchange.call ?? {};
  const field = row && hit.field !== undefined ? nameSent(row, hit.field) : hit.field;
  const correction = fix && isTried && !isBuying(fix.operation) ? await tried(fix, trialSandbox) : undefined;
  const head = headOf(exchange);
  const operation = head.operation ?? fix?.operation;
  return {
    ...head,
    ...(operation !== undefined && { operation }),
    ...(hit.webhook && { ...hit.webhook, operation: undefined }),
    ...(hit.recovered !== undefined && { recovered: hit.recovered }),
    level,
    trap,
    ...(field !== undefined && { field }),
    cause,
    facts,
    ...(correction && { correction }),
    repeated: 0,
  };
}

export const wasAsked = ({ entry }: Exchange) => entry.unanswered === true && entry.response !== undefined;
