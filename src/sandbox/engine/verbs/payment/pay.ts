import { brandOf, CARD_ENTRIES, masked } from '../../acts/card.js';
import {
  continuePayment,
  isToken,
  type Payment,
  type PaymentResult,
  type PaymentStage,
  type Progress,
  startPayment,
} from '../../acts/payment.js';
import { playAll } from '../../acts/sounds.js';
import type { Outcome } from '../../run/outcome.js';
import type { StepContext } from '../../run/step-context.js';
import { bool, choice, either, list, object, text, type ValuesOf, whole } from '../parameters.js';
import { swmlVerb } from '../verb.js';

const STAGES = [
  ...CARD_ENTRIES,
  ...(['payment-processing', 'payment-completed', 'payment-failed', 'payment-canceled'] as const),
] as const;
const ERRORS =
  'timeout invalid-card-number invalid-card-type invalid-date invalid-security-code invalid-postal-code session-in-progress invalid-bank-routing-number invalid-bank-account-number input-matching-failed card-declined';

const prompt = object({
  for: choice(STAGES, { required: true, doc: 'The stage.' }),
  actions: list(object({ type: choice(['Say', 'Play'], { required: true }), phrase: text({ required: true }) }), {
    required: true,
    doc: 'Speech and audio files, in order.',
  }),
  attempts: text({ doc: 'The attempts for which it is played, such as `2 3`.' }),
  card_type: text({ doc: 'The card types for which it is played.' }),
  error_type: text({ doc: `The errors after which it is played: ${ERRORS}.` }),
});

const parameters = {
  payment_connector_url: text({ required: true, relative: true, doc: 'Receives the card data.' }),
  charge_amount: text({ doc: 'A decimal amount; without it, a token is made.' }),
  currency: text({ default: 'usd', doc: 'The currency.' }),
  description: text({ doc: 'A description of the payment.' }),
  input: choice(['dtmf'], { default: 'dtmf', doc: 'The input method for the card.', ignored: true }),
  payment_method: choice(['credit-card'], { default: 'credit-card', doc: 'The means of payment.', ignored: true }),
  security_code: bool({ default: true, variable: true, doc: 'Ask for the security code.' }),
  postal_code: either([bool({ variable: true }), text()], {
    default: true,
    doc: 'Ask for the postal code, or the code itself.',
  }),
  min_postal_code_length: whole({ default: 0, min: 0, variable: true, doc: 'The minimum length.' }),
  max_attempts: whole({ default: 1, min: 1, variable: true, doc: 'Attempts for each entry.' }),
  timeout: whole({ default: 5, min: 1, variable: true, doc: 'Seconds between digits.' }),
  token_type: choice(['one-time', 'reusable'], { default: 'reusable', doc: 'The kind of token.' }),
  valid_card_types: text({ default: 'visa mastercard amex', doc: 'The accepted cards.' }),
  language: text({ default: 'en-US', doc: 'The language of the prompts.', ignored: true }),
  voice: text({ default: 'woman', doc: 'The voice of the prompts.', ignored: true }),
  parameters: list(object({ name: text({ required: true }), value: text({ required: true }) }), {
    doc: 'Values for the connector.',
  }),
  prompts: list(prompt, { doc: 'Texts for the stages.' }),
  status_url: text({ relative: true, doc: 'Receives calling.call.pay.' }),
} as const;
type Params = ValuesOf<typeof parameters>;

export const pay = swmlVerb({
  stage: 'payment',
  name: 'pay',
  summary: 'Collect a card by keypad and charge it through a connector.',
  parameters,
  effect: { kind: 'partly', lacks: 'only connectors on this machine are contacted' },
  sets: ['pay_result', 'pay_payment_results'],
  callbacks: ['calling.call.pay'],
  start: (context, params) => startPayment(context, paymentOf(context, params)),
  resume: (context, event, params, data) => continuePayment(context, event, paymentOf(context, params), data),
});

function paymentOf(context: StepContext, params: Params): Payment {
  const { charge_amount: amount, security_code, postal_code, parameters: more = [], prompts = [] } = params;
  return {
    asks: CARD_ENTRIES.filter(
      (entry) => (entry !== 'security-code' || security_code) && (entry !== 'postal-code' || postal_code === true),
    ),
    connector_url: params.payment_connector_url,
    max_attempts: params.max_attempts,
    timeout: params.timeout,
    brands: params.valid_card_types,
    min_postal_code_length: params.min_postal_code_length,
    fields: {
      method: isToken(amount) ? 'tokenize' : 'charge',
      ...(typeof postal_code === 'string' && { postal_code }),
      chargeAmount: amount,
      currency_code: params.currency,
      token_type: params.token_type,
      description: params.description,
      parameters: more.map(({ name, value }) => ({ name, value })),
    },
    prompts: prompts.map(({ for: stage, attempts, card_type: brands, error_type: errors, actions }) => ({
      ...{ stage, attempts, brands, errors },
      sounds: actions.map(({ type, phrase }) => (type === 'Say' ? `say:${phrase}` : phrase)),
    })),
    play: (sounds) => playAll(context, sounds),
    isEndSpoken: true,
    report: (stage, progress) => report(context, params, stage, progress),
    story(entry, digits, error) {
      const shown = entry === 'payment-card-number' ? masked(digits) : '*'.repeat(digits.length);
      context.report(`${entry}: ${error ?? shown}`);
    },
    finish: (progress, result) => finish(context, params, progress, result),
  };
}

function finish(context: StepContext, params: Params, progress: Progress, ended: PaymentResult): Outcome {
  const { result, error, connector: connector_error } = ended;
  const { entries } = progress;
  const id = ended.charge_id || ended.token_id;
  const isOnlyToken = isToken(params.charge_amount);
  context.set('pay_result', result);
  context.set('pay_payment_results', {
    payment_token: isOnlyToken ? id : '',
    payment_confirmation_code: isOnlyToken ? '' : id,
    payment_card_number: masked(entries['payment-card-number'] ?? ''),
    payment_card_type: brandOf(entries),
    payment_card_expiration_date: entries['expiration-date'] ?? '',
    payment_card_security_code: '*'.repeat((entries['security-code'] ?? '').length),
    payment_card_postal_code: entries['postal-code'] ?? '',
    payment_error: error || connector_error.message,
    payment_error_code: connector_error.code,
    connector_error,
  });
  context.report(`the payment ended: ${result}`);
  return { do: 'next' };
}

function report(context: StepContext, { status_url }: Params, stage: PaymentStage, progress: Progress): void {
  const { entries, error, control_id } = progress;
  context.callback(status_url, 'calling.call.pay', {
    ...{ status_url, status_url_method: 'POST', for: stage, error_type: error, payment_method: 'credit-card' },
    payment_card_number: masked(entries['payment-card-number'] ?? ''),
    payment_card_type: brandOf(entries),
    security_code: '*'.repeat((entries['security-code'] ?? '').length),
    expiration_date: entries['expiration-date'] ?? '',
    payment_card_postal_code: entries['postal-code'] ?? '',
    control_id,
  });
}
