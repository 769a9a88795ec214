import { isRecord, readJson } from '../../../request/read-json.js';
import { CARD } from '../../../state/card-vault.js';
import type { Outcome, RunEvent } from '../../run/outcome.js';
import type { StepContext } from '../../run/step-context.js';
import { playAll } from '../media/play.js';
import { bool, choice, either, list, object, text, type ValuesOf, whole } from '../parameters.js';
import { verb } from '../verb.js';
import { type Card, cardError, FIELDS, type Field, maskedCard, typeOfCard } from './card.js';
import { connectorRequest, LOST, opened, sealed } from './sealed.js';

const STAGES = [...FIELDS, 'payment-processing', 'payment-completed', 'payment-failed', 'payment-canceled'] as const;
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
  payment_connector_url: text({ required: true, doc: 'Receives the card data.' }),
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
  status_url: text({ doc: 'Receives calling.call.pay.' }),
} as const;
type Params = ValuesOf<typeof parameters>;

/** Where a payment is, as plain data. */
interface Progress {
  readonly field: number;
  readonly attempt: number;
  /** How often the card was sent to the connector, and once more. */
  readonly round: number;
  readonly card: Card;
  readonly error: string;
  readonly control_id: string;
  /** How long the prompt takes, and what was entered. */
  readonly seconds?: number;
  readonly heard?: Input;
}

export const pay = verb({
  language: 'swml',
  stage: 'payment',
  name: 'pay',
  summary: 'Collect a card by keypad and charge it through a connector.',
  parameters,
  effect: { kind: 'partly', lacks: 'only connectors on this machine are contacted' },
  answers: true,
  sets: ['pay_result', 'pay_payment_results'],
  callbacks: ['calling.call.pay'],
  start: (context, params) =>
    ask(context, params, { field: 0, attempt: 1, round: 1, card: {}, error: '', control_id: context.newId() }),
  resume(context, event, params) {
    const stored = context.data as unknown as Progress; // Stored by `ask`.
    const progress = openProgress(context, stored);
    if (!progress) {
      context.problem(LOST);
      return finish(context, params, { ...stored, card: {} }, 'payment-connector-error', '', '');
    }
    if (event.kind === 'input') return hear(context, event.input, progress, params);
    return event.kind === 'time'
      ? entered(context, progress.heard ?? null, progress, params)
      : answered(context, event, progress, params);
  },
});

/** The data of a step is stored, so it has references in place of the entries. */
const sealProgress = ({ state: { cards } }: StepContext, { card, heard, ...rest }: Progress): Progress => ({
  ...rest,
  card: sealed(cards, card),
  ...(heard !== undefined && { heard: heard && 'digits' in heard ? { digits: cards.seal(heard.digits) } : heard }),
});

function openProgress({ state: { cards } }: StepContext, { card, heard, ...rest }: Progress): Progress | undefined {
  const open = opened(cards, card);
  const digits = heard && 'digits' in heard ? cards.open(heard.digits) : '';
  if (!open || digits === undefined) return undefined;
  return {
    ...rest,
    card: open,
    ...(heard !== undefined && { heard: heard && 'digits' in heard ? { digits } : heard }),
  };
}

const TEXTS: Readonly<Record<(typeof STAGES)[number], string>> = {
  'payment-card-number': 'Please enter your card number, followed by the pound key.',
  'expiration-date': 'Please enter the expiration date as month and year.',
  'security-code': 'Please enter the security code.',
  'postal-code': 'Please enter your postal code, followed by the pound key.',
  'payment-processing': 'Please wait while your payment is processed.',
  'payment-completed': 'The payment was completed.',
  'payment-failed': 'The payment failed.',
  'payment-canceled': 'The payment was canceled.',
};

/** Says the text of a stage: the script's own one if it fits the attempt, the card and the error. */
function say(context: StepContext, params: Params, stage: (typeof STAGES)[number], progress: Progress): number {
  const matches = (wanted: string | undefined, value: string) =>
    wanted === undefined || (value !== '' && wanted.split(/\s+/).includes(value));
  const own = params.prompts?.findLast(
    (one) =>
      one.for === stage &&
      matches(one.attempts, String(progress.attempt)) &&
      matches(one.card_type, typeOfCard(progress.card['payment-card-number'] ?? '')) &&
      matches(one.error_type, progress.error),
  );
  const sounds = own?.actions.map(({ type, phrase }) => (type === 'Say' ? `say:${phrase}` : phrase));
  return playAll(context, sounds ?? [`say:${TEXTS[stage]}`]);
}

const isAsked = (field: Field, { security_code, postal_code }: Params): boolean =>
  field === 'security-code' ? security_code : field === 'postal-code' ? postal_code === true : true;

function ask(context: StepContext, params: Params, progress: Progress): Outcome {
  const field = FIELDS[progress.field];
  if (field === undefined) return charge(context, params, progress);
  if (!isAsked(field, params))
    return ask(context, params, { ...progress, field: progress.field + 1, attempt: 1, error: '' });
  report(context, params, field, progress);
  const seconds = say(context, params, field, progress);
  const text = TEXTS[field];
  const asked = { at: context.step.at, verb: 'pay', says: text, accepts: ['digits'], terminators: '#' } as const;
  return { do: 'ask', prompt: asked, data: { ...sealProgress(context, progress), seconds } };
}

const SECONDS_A_DIGIT = 0.5;

/** The prompt and the digits take time. Without digits, the time limit ends the entry. */
function hear(context: StepContext, heard: Input, progress: Progress, { timeout }: Params): Outcome {
  const digits = heard !== null && 'digits' in heard ? heard.digits : '';
  const entry = digits === '' ? timeout : digits.length * SECONDS_A_DIGIT;
  return {
    do: 'wait',
    for: 'time',
    seconds: (progress.seconds ?? 0) + entry,
    data: { ...sealProgress(context, { ...progress, heard }) },
  };
}

type Input = Extract<RunEvent, { kind: 'input' }>['input'];

function entered(context: StepContext, input: Input, progress: Progress, params: Params): Outcome {
  const field = FIELDS[progress.field] ?? 'payment-card-number';
  const text = input !== null && 'digits' in input ? input.digits : '';
  if (text.includes('*')) return finish(context, params, progress, 'caller-interrupted-with-star', '', '');
  const digits = text.replace(/\D.*$/, '');
  const error = text === '' ? 'timeout' : cardError(field, digits, progress.card, params, context.at);
  const shown = field === 'payment-card-number' ? maskedCard(digits) : '*'.repeat(digits.length);
  context.report(error === undefined ? `${field}: ${shown}` : `${field}: ${error}`);
  if (error === undefined) {
    const card = { ...progress.card, [field]: digits };
    return ask(context, params, { ...progress, card, field: progress.field + 1, attempt: 1, error: '' });
  }
  const next = { ...progress, attempt: progress.attempt + 1, error };
  report(context, params, field, { ...progress, error });
  if (progress.attempt < params.max_attempts) return ask(context, params, next);
  return finish(context, params, next, 'too-many-failed-attempts', error, '');
}

/** Sends the card to the connector. */
function charge(context: StepContext, params: Params, progress: Progress): Outcome {
  report(context, params, 'payment-processing', progress);
  say(context, params, 'payment-processing', progress);
  const expiry = progress.card['expiration-date'] ?? '';
  const { charge_amount, currency, token_type, description, postal_code, parameters: more = [] } = params;
  const body = {
    transaction_id: progress.control_id,
    method: charge_amount === undefined || Number(charge_amount) === 0 ? 'tokenize' : 'charge',
    cardnumber: CARD,
    cvv: progress.card['security-code'] && CARD,
    expiry_month: expiry.slice(0, 2),
    expiry_year: expiry.slice(2),
    postal_code: typeof postal_code === 'string' ? postal_code : progress.card['postal-code'],
    chargeAmount: charge_amount,
    currency_code: currency,
    token_type,
    description,
    ...Object.fromEntries(more.map(({ name, value }) => [name, value])),
  };
  const secret = { cardnumber: progress.card['payment-card-number'], cvv: progress.card['security-code'] };
  const request = connectorRequest(context.state.cards, params.payment_connector_url, body, secret);
  return { do: 'request', request, data: { ...sealProgress(context, progress) } };
}

function answered(context: StepContext, event: RunEvent, progress: Progress, params: Params): Outcome {
  if (event.kind !== 'response') return { do: 'next' };
  const { status, text, problem } = event.response;
  const read = readJson(text);
  const answer = 'value' in read && isRecord(read.value) ? read.value : {};
  const id = answer.charge_id ?? answer.token_id;
  if (status === 200 && typeof id === 'string') return finish(context, params, progress, 'success', '', id);
  if (status === null) context.problem(`the payment connector did not respond: ${problem ?? 'no response'}`);
  const error = {
    code: String(answer.error_code ?? status ?? ''),
    message: String(answer.error_message ?? problem ?? ''),
  };
  context.report('the card was declined');
  const round = progress.round + 1;
  const declined = { ...progress, error: 'card-declined', attempt: round, round };
  if (progress.round < params.max_attempts) return ask(context, params, { ...declined, field: 0, card: {} });
  return finish(context, params, declined, 'payment-connector-error', error.message, '', error);
}

function finish(
  context: StepContext,
  params: Params,
  progress: Progress,
  result: string,
  error: string,
  id: string,
  connector_error: { readonly code: string; readonly message: string } = { code: '', message: '' },
): Outcome {
  const stage =
    result === 'success'
      ? 'payment-completed'
      : result === 'caller-interrupted-with-star'
        ? 'payment-canceled'
        : 'payment-failed';
  report(context, params, stage, progress);
  say(context, params, stage, progress);
  const card = progress.card['payment-card-number'] ?? '';
  const isToken = params.charge_amount === undefined || Number(params.charge_amount) === 0;
  context.set('pay_result', result);
  context.set('pay_payment_results', {
    payment_token: isToken ? id : '',
    payment_confirmation_code: isToken ? '' : id,
    payment_card_number: maskedCard(card),
    payment_card_type: typeOfCard(card),
    payment_card_expiration_date: progress.card['expiration-date'] ?? '',
    payment_card_security_code: '*'.repeat((progress.card['security-code'] ?? '').length),
    payment_card_postal_code: progress.card['postal-code'] ?? '',
    payment_error: error,
    payment_error_code: connector_error.code,
    connector_error,
  });
  context.report(`the payment ended: ${result}`);
  return { do: 'next' };
}

function report(
  context: StepContext,
  { status_url }: Params,
  stage: (typeof STAGES)[number],
  progress: Progress,
): void {
  const { card, error, control_id } = progress;
  const number = card['payment-card-number'] ?? '';
  context.callback(status_url, 'calling.call.pay', {
    status_url,
    status_url_method: 'POST',
    for: stage,
    error_type: error,
    payment_method: 'credit-card',
    payment_card_number: maskedCard(number),
    payment_card_type: typeOfCard(number),
    security_code: '*'.repeat((card['security-code'] ?? '').length),
    expiration_date: card['expiration-date'] ?? '',
    payment_card_postal_code: card['postal-code'] ?? '',
    control_id,
  });
}
