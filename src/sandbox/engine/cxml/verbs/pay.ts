import { BANK_ENTRIES, brandOf, CARD_ENTRIES, type Entry, masked } from '../../acts/card.js';
import { documentUrl } from '../../acts/dial.js';
import {
  continuePayment,
  isToken,
  type Payment,
  type PaymentResult,
  type Progress,
  startPayment,
} from '../../acts/payment.js';
import { opened } from '../../acts/sealed.js';
import { hearAll, soundOf } from '../../acts/sounds.js';
import type { Outcome } from '../../run/outcome.js';
import type { StepContext } from '../../run/step-context.js';
import { choice, list, object, steps, text, type ValuesOf, whole } from '../../verbs/parameters.js';
import { cxmlVerb } from '../../verbs/verb.js';
import { callback, url } from '../attributes.js';
import { continueAtAction, endAtAction, statusCallback } from '../cxml-request.js';

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

export const pay = cxmlVerb({
  stage: 'payment',
  name: 'Pay',
  summary: 'Ask for a card, and charge it with a server of yours.',
  parameters: fields,
  effect: { kind: 'partly', lacks: 'prompts are not played; no payment provider is contacted, only your connector' },
  callbacks: ['statusCallback'],
  start(context, params) {
    if (params.currency.toLowerCase() !== 'usd') context.problem('currency must be usd');
    return startPayment(context, paymentOf(context, params));
  },
  resume: (context, event, params, data) => continuePayment(context, event, paymentOf(context, params), data),
  hungUp(context, params, data) {
    const entries = opened(context.state.cards, data.entries) ?? {};
    const action = params.action ?? context.frame.document.url ?? undefined;
    const fields = { Result: 'caller-hung-up', ...shown(params, { entries }) };
    endAtAction(context, { action, method: params.method }, fields);
  },
});

function paymentOf(context: StepContext, params: Pay): Payment {
  const { chargeAmount, tokenType: token_type, postalCode: postal_code, paymentConnectorUrl } = params;
  const isKnown = postal_code !== 'true' && postal_code !== 'false';
  return {
    asks: asksOf(params),
    connector_url: paymentConnectorUrl,
    max_attempts: params.maxAttempts,
    timeout: params.timeout,
    brands: params.validCardTypes,
    min_postal_code_length: params.minPostalCodeLength,
    fields: {
      method: params.paymentMethod,
      ...(isKnown && { postal_code }),
      ...(isToken(chargeAmount) ? { amount: '0', token_type } : { chargeAmount }),
      currency_code: params.currency,
      description: params.description,
      parameters: Object.fromEntries((params.Parameter ?? []).map(({ name, value }) => [name, value])),
    },
    prompts: (params.Prompt ?? []).map(({ name, for: stage = name, attempt: attempts, ...one }) => ({
      ...{ stage, attempts, brands: one.cardType, errors: one.errorType?.replace('input-timeout', 'timeout') },
      sounds: soundsOf(context, one.prompts),
    })),
    play(sounds) {
      const spoken = sounds.filter((one) => one.startsWith('say:')).map((one) => one.slice('say:'.length));
      context.report(`says ${JSON.stringify(spoken.join(' '))}`);
      return hearAll(
        context,
        sounds.map((url) => ({ url, ...soundOf(url) })),
      );
    },
    isEndSpoken: false,
    report(stage, progress) {
      if (stage === 'payment-processing') context.report(`sends the card to ${paymentConnectorUrl}`);
      if (stage === 'payment-completed' || stage === 'payment-failed' || stage === 'payment-canceled') return;
      const { attempt: Attempt, error } = progress;
      const to = { url: params.statusCallback, method: 'POST', event: 'payment' } as const;
      statusCallback(context, to, {
        For: stage,
        ...(error !== '' && { ErrorType: errorName(error) }),
        Attempt,
        ...shown(params, progress),
      });
    },
    story(_entry, _digits, error) {
      if (error !== undefined) context.report(errorName(error));
    },
    finish: (progress, result) => finish(context, params, progress, result),
  };
}

function asksOf({ paymentMethod, securityCode, postalCode }: Pay): readonly Entry[] {
  if (paymentMethod !== 'credit-card') return BANK_ENTRIES;
  return CARD_ENTRIES.filter(
    (entry) =>
      (entry !== 'security-code' || securityCode === 'true') && (entry !== 'postal-code' || postalCode === 'true'),
  );
}

/** The sounds of the elements in a Prompt. */
function soundsOf(context: StepContext, prompts = ''): readonly string[] {
  return (context.document.lists.get(prompts) ?? []).map(({ name, params: { text: said = '', length = 1 } }) =>
    name === 'Say'
      ? `say:${String(said)}`
      : name === 'Play'
        ? documentUrl(context, String(said)).url
        : `silence:${String(length)}`,
  );
}

/** cXML has its own name for an entry without input. */
const errorName = (error: string): string => (error === 'timeout' ? 'input-timeout' : error);

function finish(context: StepContext, params: Pay, progress: Progress, ended: PaymentResult): Outcome {
  const { result: Result, error, charge_id, token_id, connector } = ended;
  context.report(Result);
  return continueAtAction(context, params, {
    Result,
    ...(Result === 'success' && { PaymentConfirmationCode: charge_id, PaymentToken: token_id }),
    ...(error !== '' && { PaymentError: errorName(error) }),
    ...(connector.code + connector.message !== '' && {
      PayErrorCode: connector.code,
      ConnectorError: connector.message,
    }),
    ...shown(params, progress),
  });
}

/** The entries, without what only the connector may know. */
function shown({ paymentMethod, postalCode }: Pay, { entries }: Pick<Progress, 'entries'>) {
  const { 'payment-card-number': card, 'bank-account-number': account, 'postal-code': entered } = entries;
  const known = postalCode === 'true' || postalCode === 'false' ? undefined : postalCode;
  const fields = {
    PaymentMethod: paymentMethod,
    PaymentCardNumber: card && masked(card),
    PaymentCardType: card && brandOf(entries),
    ExpirationDate: entries['expiration-date'],
    SecurityCode: entries['security-code'] && '***',
    PaymentCardPostalCode: entered ?? known,
    BankAccountNumber: account && masked(account),
    BankRoutingNumber: entries['bank-routing-number'],
  };
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}
