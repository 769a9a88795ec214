import { isRecord, readJson } from '../../request/read-json.js';
import { CARD } from '../../state/card-vault.js';
import type { Input, Outcome, RunEvent } from '../run/outcome.js';
import type { StepContext } from '../run/step-context.js';
import { brandOf, type Entries, type Entry, entryError } from './card.js';
import { ask } from './collect.js';
import { connectorRequest, isSecretEntry, LOST, opened, sealed } from './sealed.js';
import { SECONDS_A_KEY } from './sounds.js';

/** How far a payment is, as plain data. */
export interface Progress {
  /** The index of the entry that is asked for. */
  readonly index: number;
  readonly attempt: number;
  /** How often the entries were sent to the connector, and once more. */
  readonly round: number;
  readonly entries: Entries;
  /** Why the entry is asked for again; empty at first. */
  readonly error: string;
  readonly control_id: string;
  /** How long the prompt takes. */
  readonly seconds?: number;
  /** The keys that the caller pressed. */
  readonly keys?: string;
}

export type PaymentStage = Entry | 'payment-processing' | 'payment-completed' | 'payment-failed' | 'payment-canceled';

export interface PaymentResult {
  readonly result: 'success' | 'too-many-failed-attempts' | 'payment-connector-error' | 'caller-interrupted-with-star';
  /** The error of the last entry. */
  readonly error: string;
  readonly charge_id: string;
  readonly token_id: string;
  readonly connector: { readonly code: string; readonly message: string };
}

/** A text for a stage of the payment. The lists have spaces between their items; undefined fits everything. */
interface PaymentPrompt {
  readonly stage: string | undefined;
  readonly attempts: string | undefined;
  readonly brands: string | undefined;
  readonly errors: string | undefined;
  /** Play URLs. */
  readonly sounds: readonly string[];
}

/** A payment as its verb describes it. */
export interface Payment {
  readonly asks: readonly Entry[];
  readonly connector_url: string;
  readonly max_attempts: number;
  /** Seconds until the first key. */
  readonly timeout: number;
  readonly brands: string;
  readonly min_postal_code_length: number;
  /** The fields that the connector gets in addition to the entries. */
  readonly fields: Readonly<Record<string, unknown>>;
  /** The texts of the document. The last one that fits is played. */
  readonly prompts: readonly PaymentPrompt[];
  /** Plays the sounds of a text, and returns their length in seconds. */
  play(sounds: readonly string[]): number;
  /** Whether the caller hears how the payment ended. */
  readonly isEndSpoken: boolean;
  /** Sends the state of the payment. */
  report(stage: PaymentStage, progress: Progress): void;
  /** Adds the outcome of an entry to the story. */
  story(entry: Entry, digits: string, error: string | undefined): void;
  finish(progress: Progress, result: PaymentResult): Outcome;
}

export const startPayment = (context: StepContext, payment: Payment): Outcome<Progress> =>
  askNext(context, payment, {
    ...{ index: 0, attempt: 1, round: 1, entries: {}, error: '', control_id: context.newId() },
  });

/** Without an amount, a payment only creates a token. */
export const isToken = (amount: string | undefined): boolean => amount === undefined || Number(amount) === 0;

/** Continues with an entry of the caller, or with the answer of the connector. */
export function continuePayment(
  context: StepContext,
  event: RunEvent,
  payment: Payment,
  stored: Progress,
): Outcome<Progress> {
  const { cards } = context.state;
  const entries = opened(cards, stored.entries);
  const keys = cards.open(stored.keys ?? '');
  if (!entries || keys === undefined) {
    context.problem(LOST);
    return finish(payment, { ...stored, entries: {} }, { result: 'payment-connector-error' });
  }
  const progress = { ...stored, entries };
  if (event.kind === 'response') return answered(context, payment, progress, event.response);
  if (event.kind === 'input') return entering(context, payment, progress, event.input);
  return entered(context, payment, progress, keys);
}

/** The data of a step is stored, so it has references in place of the entries. */
const seal = ({ state: { cards } }: StepContext, { entries, keys, ...rest }: Progress): Progress => ({
  ...{ ...rest, entries: sealed(cards, entries) },
  ...(keys !== undefined && { keys: cards.seal(keys) }),
});

function askNext(context: StepContext, payment: Payment, progress: Progress): Outcome<Progress> {
  const entry = payment.asks[progress.index];
  if (entry === undefined) return charge(context, payment, progress);
  payment.report(entry, progress);
  const seconds = say(payment, entry, progress);
  return ask(context, TEXTS[entry], ['digits'], { terminators: '#' }, { ...seal(context, progress), seconds });
}

const TEXTS: Readonly<Record<PaymentStage, string>> = {
  'payment-card-number': 'Please enter your card number, followed by the pound key.',
  'expiration-date': 'Please enter the expiration date as month and year.',
  'security-code': 'Please enter the security code.',
  'postal-code': 'Please enter your postal code, followed by the pound key.',
  'bank-routing-number': 'Please enter the routing number of your bank, followed by the pound key.',
  'bank-account-number': 'Please enter your account number, followed by the pound key.',
  'payment-processing': 'Please wait while your payment is processed.',
  'payment-completed': 'The payment was completed.',
  'payment-failed': 'The payment failed.',
  'payment-canceled': 'The payment was canceled.',
};

/** Says the text of a stage: that of the document if it fits the attempt, the card and the error. */
function say({ prompts, play }: Payment, stage: PaymentStage, progress: Progress): number {
  const { attempt, entries, error } = progress;
  const own = prompts.findLast(
    (one) =>
      one.stage === stage &&
      fits(one.attempts, String(attempt)) &&
      fits(one.brands, brandOf(entries)) &&
      fits(one.errors, error),
  );
  return play(own?.sounds ?? [`say:${TEXTS[stage]}`]);
}

const fits = (list: string | undefined, value: string): boolean =>
  list === undefined || (value !== '' && list.split(/\s+/).includes(value));

/** The prompt and the keys take time. Without keys, the time limit ends the entry. */
function entering(context: StepContext, payment: Payment, progress: Progress, input: Input): Outcome<Progress> {
  const keys = input !== null && 'digits' in input ? input.digits : '';
  const { cards } = context.state;
  if (isSecretEntry(payment.asks[progress.index] ?? '')) cards.tell(keys.replace(/\D/g, ''));
  const seconds = (progress.seconds ?? 0) + (keys === '' ? payment.timeout : keys.length * SECONDS_A_KEY);
  return { do: 'wait', for: 'time', seconds, data: seal(context, { ...progress, keys }) };
}

function entered(context: StepContext, payment: Payment, progress: Progress, keys: string): Outcome<Progress> {
  const { index, attempt, entries } = progress;
  const entry = payment.asks[index] ?? 'payment-card-number';
  if (keys.includes('*')) return finish(payment, progress, { result: 'caller-interrupted-with-star' });
  const digits = keys.replace(/#.*$/, '').replace(/\D/g, '');
  const error = entryError(entry, digits, entries, payment, context.at);
  payment.story(entry, digits, error);
  if (error === undefined) {
    const next = { index: index + 1, attempt: 1, error: '', entries: { ...entries, [entry]: digits } };
    return askNext(context, payment, { ...progress, ...next });
  }
  payment.report(entry, { ...progress, error });
  const again = { ...progress, attempt: attempt + 1, error };
  if (attempt < payment.max_attempts) return askNext(context, payment, again);
  return finish(payment, again, { result: 'too-many-failed-attempts', error });
}

/** Sends the entries to the connector. */
function charge(context: StepContext, payment: Payment, progress: Progress): Outcome<Progress> {
  payment.report('payment-processing', progress);
  say(payment, 'payment-processing', progress);
  const { entries, control_id: transaction_id } = progress;
  const expiry = entries['expiration-date'] ?? '';
  const body = {
    transaction_id,
    cardnumber: entries['payment-card-number'] && CARD,
    cvv: entries['security-code'] && CARD,
    expiry_month: expiry.slice(0, 2),
    expiry_year: expiry.slice(2),
    postal_code: entries['postal-code'],
    routing_number: entries['bank-routing-number'],
    account_number: entries['bank-account-number'] && CARD,
    ...payment.fields,
  };
  const request = connectorRequest(context.state.cards, payment.connector_url, body, {
    cardnumber: entries['payment-card-number'],
    cvv: entries['security-code'],
    account_number: entries['bank-account-number'],
  });
  return { do: 'request', request, data: seal(context, progress) };
}

type Response = Extract<RunEvent, { kind: 'response' }>['response'];

/**
 * A card that is declined is asked for again while attempts are left. A connector that cannot be reached, or that gives no
 * result, is not the fault of the card: the payment ends.
 */
function answered(
  context: StepContext,
  payment: Payment,
  progress: Progress,
  { status, text, problem }: Response,
): Outcome<Progress> {
  const read = readJson(text);
  const answer = 'value' in read && isRecord(read.value) ? read.value : {};
  const { charge_id, token_id, error_code, error_message } = answer;
  const ids = { charge_id: String(charge_id ?? ''), token_id: String(token_id ?? '') };
  if (status === 200 && error_code == null && ids.charge_id + ids.token_id !== '')
    return finish(payment, progress, { result: 'success', ...ids });
  const result = 'payment-connector-error';
  if (error_code == null && error_message == null) {
    const reason =
      status === null
        ? `the payment connector did not respond: ${problem ?? 'no response'}`
        : `the payment connector answered ${status} without charge_id, token_id and error_code`;
    context.problem(reason);
    context.report('the payment connector gave no result');
    const connector = { code: String(status ?? ''), message: problem ?? reason };
    return finish(payment, progress, { result, connector });
  }
  context.report('the card was declined');
  const round = progress.round + 1;
  const declined = { ...progress, error: 'card-declined', attempt: round, round };
  if (progress.round < payment.max_attempts) return askNext(context, payment, { ...declined, index: 0, entries: {} });
  const connector = { code: String(error_code ?? status ?? ''), message: String(error_message ?? problem ?? '') };
  return finish(payment, declined, { result, connector });
}

const NOTHING = { error: '', charge_id: '', token_id: '', connector: { code: '', message: '' } } as const;
const STAGES: Readonly<Partial<Record<PaymentResult['result'], PaymentStage>>> = {
  success: 'payment-completed',
  'caller-interrupted-with-star': 'payment-canceled',
};

function finish(
  payment: Payment,
  progress: Progress,
  given: Pick<PaymentResult, 'result'> & Partial<PaymentResult>,
): Outcome {
  const stage = STAGES[given.result] ?? 'payment-failed';
  payment.report(stage, progress);
  if (payment.isEndSpoken) say(payment, stage, progress);
  return payment.finish(progress, { ...NOTHING, ...given });
}
