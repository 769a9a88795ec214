import { isRecord, readJson } from '../../../request/read-json.js';
import { CARD } from '../../../state/card-vault.js';
import type { Outcome } from '../../run/outcome.js';
import type { StepContext } from '../../run/step-context.js';
import { speechSeconds } from '../../verbs/media/play-urls.js';
import { choice, list, object, steps, text, type ValuesOf, whole } from '../../verbs/parameters.js';
import { connectorRequest, LOST, opened, sealed } from '../../verbs/payment/sealed.js';
import { verb } from '../../verbs/verb.js';
import { callback, url } from '../attributes.js';
import { continueAtAction, statusCallback } from '../cxml-request.js';
import { cardType, entryError, ITEMS, type Item, masked } from './payment-entry.js';

const fields = {
  paymentConnectorUrl: text({ required: true, relative: true, doc: 'The server that charges the card.' }),
  minPostalCodeLength: whole({ default: 0, min: 0, doc: 'The minimum length of the postal code.' }),
  securityCode: choice(['true', 'false'], { default: 'true', doc: 'Asks for the security code.' }),
  chargeAmount: text({
    default: '0',
    doc: 'The amount to charge. Without it, or with 0, the platform creates only a token.',
  }),
  currency: text({ default: 'usd', doc: 'The currency; usd only.' }),
  paymentMethod: choice(['credit-card', 'ACH', 'ach-debit'], { default: 'credit-card', doc: 'The means of payment.' }),
  postalCode: text({ default: 'true', doc: 'true asks for it, false does not; other text is the code.' }),
  maxAttempts: whole({ default: 1, min: 1, max: 3, doc: 'Attempts for each entry.' }),
  timeout: whole({ default: 5, min: 3, doc: 'Seconds between digits.' }),
  tokenType: choice(['one-time', 'reusable'], { default: 'reusable', doc: 'The kind of token.' }),
  validCardTypes: text({ default: 'visa mastercard amex', doc: 'The accepted cards, with spaces between them.' }),
  input: choice(['dtmf'], { default: 'dtmf', doc: 'The input method for the card.', ignored: true }),
  description: text({ doc: 'A description of the payment.' }),
  language: text({ default: 'en-us', doc: 'The language of the prompts.', ignored: true }),
  action: url('Receives the result; default the current document.'),
  method: choice(['GET', 'POST'], { default: 'POST', doc: 'The HTTP method of `action`.' }),
  statusCallback: callback('Receives each step of the payment.'),
  Parameter: list(
    object({ name: text({ required: true, doc: 'The name.' }), value: text({ required: true, doc: 'The value.' }) }),
    { doc: 'A value for the connector.' },
  ),
  Prompt: list(
    object({
      for: text({ doc: 'The stage that it belongs to.' }),
      name: text({ doc: 'Another name of `for`, in samples.' }),
      attempt: text({ doc: 'The attempts for which it is used, such as `2 3`.' }),
      cardType: text({ doc: 'The card types for which it is used.' }),
      errorType: text({ doc: 'The errors after which it is used.' }),
      prompts: steps({ doc: '<Say>, <Play> and <Pause>.' }),
    }),
    { doc: 'A text for an entry.' },
  ),
} as const;
type Pay = ValuesOf<typeof fields>;

/** How far a payment is. Stored while the step waits. */
interface Progress {
  readonly item: number;
  readonly attempt: number;
  readonly entries: Partial<Record<Item, string>>;
  readonly error: string | null;
  /** How long the prompt takes, and what was entered. */
  readonly seconds?: number;
  readonly heard?: string;
}
const SECONDS_A_DIGIT = 0.5;

export const pay = verb({
  language: 'cxml',
  stage: 'payment',
  name: 'Pay',
  summary: 'Ask for a card, and charge it with a server of yours.',
  parameters: fields,
  effect: { kind: 'partly', lacks: 'prompts are not played; no payment provider is contacted, only your connector' },
  answers: true,
  sets: [],
  callbacks: ['statusCallback'],
  start(context, params) {
    if (params.currency.toLowerCase() !== 'usd') context.problem('currency must be usd');
    return ask(context, params, { item: 0, attempt: 1, entries: {}, error: null });
  },
  resume(context, event, params) {
    const stored = context.data as unknown as Progress; // Written by `ask`.
    const progress = openProgress(context, stored);
    if (!progress) {
      context.problem(LOST);
      return finish(context, params, { ...stored, entries: {} }, { Result: 'payment-connector-error' });
    }
    if (event.kind === 'response')
      return charged(context, params, progress, event.response.status, event.response.text);
    if (event.kind === 'input') {
      const heard = event.input && 'digits' in event.input ? event.input.digits : '';
      const seconds = (progress.seconds ?? 0) + (heard === '' ? params.timeout : heard.length * SECONDS_A_DIGIT);
      return { do: 'wait', for: 'time', seconds, data: { ...sealProgress(context, { ...progress, heard }) } };
    }
    const pressed = progress.heard ?? '';
    if (pressed.includes('*')) return finish(context, params, progress, { Result: 'caller-interrupted-with-star' });
    return entered(context, params, progress, pressed.replace(/#.*$/, '').replace(/\D/g, ''));
  },
});

/** The data of a step is stored, so it has references in place of the entries. */
const sealProgress = ({ state: { cards } }: StepContext, { entries, heard, ...rest }: Progress): Progress => ({
  ...rest,
  entries: sealed(cards, entries),
  ...(heard !== undefined && { heard: cards.seal(heard) }),
});

function openProgress({ state: { cards } }: StepContext, { entries, heard, ...rest }: Progress): Progress | undefined {
  const open = opened(cards, entries);
  const digits = cards.open(heard ?? '');
  if (!open || digits === undefined) return undefined;
  return { ...rest, entries: open, ...(heard !== undefined && { heard: digits }) };
}

function itemsOf({ paymentMethod, securityCode, postalCode }: Pay): readonly Item[] {
  if (paymentMethod !== 'credit-card') return ['bank-routing-number', 'bank-account-number'];
  return ITEMS.slice(0, 4).filter(
    (item) =>
      (item !== 'security-code' || securityCode === 'true') && (item !== 'postal-code' || postalCode === 'true'),
  );
}

function ask(context: StepContext, params: Pay, progress: Progress): Outcome {
  const item = itemsOf(params)[progress.item];
  if (item === undefined) return charge(context, params, progress);
  const { error, attempt } = progress;
  const custom = params.Prompt?.find(
    (one) =>
      (one.for ?? one.name) === item &&
      (one.attempt === undefined || one.attempt.split(/\s+/).includes(String(attempt))) &&
      (one.cardType === undefined ||
        one.cardType.split(/\s+/).includes(cardType(progress.entries['payment-card-number'] ?? '') ?? '')) &&
      (one.errorType === undefined || (error !== null && one.errorType.split(/\s+/).includes(error))),
  );
  const spoken = context.document.lists.get(custom?.prompts ?? '')?.map(({ params: { text } }) => String(text)) ?? [];
  const text = spoken.join(' ') || `Please enter your ${item.replaceAll('-', ' ')}`;
  context.report(`says ${JSON.stringify(text)}`);
  report(context, params, progress, { For: item });
  const prompt = { at: context.step.at, verb: 'Pay', says: text, accepts: ['digits'], terminators: '#' } as const;
  return { do: 'ask', prompt, data: { ...sealProgress(context, progress), seconds: speechSeconds(text) } };
}

function entered(context: StepContext, params: Pay, progress: Progress, entry: string): Outcome {
  const item = itemsOf(params)[progress.item] ?? 'postal-code';
  const { validCardTypes, minPostalCodeLength } = params;
  const card = progress.entries['payment-card-number'] ?? '';
  const error = entryError(item, entry, { validCardTypes, minPostalCodeLength, card, at: context.at });
  if (error === undefined) {
    const entries = { ...progress.entries, [item]: entry };
    return ask(context, params, { item: progress.item + 1, attempt: 1, entries, error: null });
  }
  context.report(error);
  report(context, params, progress, { For: item, ErrorType: error });
  if (progress.attempt >= params.maxAttempts)
    return finish(context, params, progress, { Result: 'too-many-failed-attempts', PaymentError: error });
  return ask(context, params, { ...progress, attempt: progress.attempt + 1, error });
}

/** Sends the card to the connector. */
function charge(context: StepContext, params: Pay, progress: Progress): Outcome {
  const { entries } = progress;
  const expiry = entries['expiration-date'] ?? '';
  const { chargeAmount, currency, tokenType, description } = params;
  const isToken = Number(chargeAmount) === 0;
  const body = {
    transaction_id: context.newId(),
    method: params.paymentMethod,
    cardnumber: entries['payment-card-number'] && CARD,
    cvv: entries['security-code'] && CARD,
    expiry_month: expiry.slice(0, 2),
    expiry_year: expiry.slice(2),
    postal_code: postalCodeOf(params, progress),
    routing_number: entries['bank-routing-number'],
    account_number: entries['bank-account-number'] && CARD,
    ...(isToken ? { amount: '0', token_type: tokenType } : { chargeAmount }),
    currency_code: currency,
    description,
    parameters: (params.Parameter ?? []).map(({ name, value }) => ({ name, value })),
  };
  report(context, params, progress, { For: 'payment-processing' });
  const to = params.paymentConnectorUrl;
  const request = connectorRequest(context.state.cards, to, body, {
    cardnumber: entries['payment-card-number'],
    cvv: entries['security-code'],
    account_number: entries['bank-account-number'],
  });
  context.report(`sends the card to ${to}`);
  return { do: 'request', request, data: { ...sealProgress(context, progress) } };
}

const postalCodeOf = ({ postalCode }: Pay, { entries }: Progress) =>
  entries['postal-code'] ?? (postalCode === 'true' || postalCode === 'false' ? undefined : postalCode);

function charged(context: StepContext, params: Pay, progress: Progress, status: number | null, text: string): Outcome {
  const read = readJson(text);
  const answer = 'value' in read && isRecord(read.value) ? read.value : {};
  if (status === 200 && answer.error_code == null) {
    const PaymentConfirmationCode = answer.charge_id ?? '';
    return finish(context, params, progress, {
      Result: 'success',
      PaymentConfirmationCode,
      PaymentToken: answer.token_id ?? '',
    });
  }
  return finish(context, params, progress, {
    Result: 'payment-connector-error',
    PayErrorCode: answer.error_code ?? status ?? '',
    ConnectorError: answer.error_message ?? '',
  });
}

function finish(
  context: StepContext,
  params: Pay,
  progress: Progress,
  result: Readonly<Record<string, unknown>>,
): Outcome {
  context.report(String(result.Result));
  return continueAtAction(context, params, { ...result, ...shown(params, progress) });
}

/** The entries, without what only the connector may know. */
function shown(params: Pay, progress: Progress) {
  const { entries } = progress;
  const card = entries['payment-card-number'];
  const account = entries['bank-account-number'];
  return {
    PaymentMethod: params.paymentMethod,
    ...(card !== undefined && { PaymentCardNumber: masked(card), PaymentCardType: cardType(card) }),
    ...(entries['expiration-date'] !== undefined && { ExpirationDate: entries['expiration-date'] }),
    ...(entries['security-code'] !== undefined && { SecurityCode: '***' }),
    ...(postalCodeOf(params, progress) !== undefined && { PaymentCardPostalCode: postalCodeOf(params, progress) }),
    ...(account !== undefined && { BankAccountNumber: masked(account) }),
    ...(entries['bank-routing-number'] !== undefined && { BankRoutingNumber: entries['bank-routing-number'] }),
  };
}

const report = (context: StepContext, params: Pay, progress: Progress, more: Readonly<Record<string, unknown>>): void =>
  statusCallback(
    context,
    { url: params.statusCallback, method: 'POST', event: 'payment' },
    { ...more, Attempt: progress.attempt, ...shown(params, progress) },
  );
