import {
  type CallDocument,
  type Caller,
  documentRequest,
  type Expected,
  type ExpectedRequest,
  event,
  text,
} from '../expectation.js';

const source = ['SWML 6.14 pay', 'SWML 8 calling.call.pay', 'sandbox, security: card numbers reach the connector only'];
const CARD = '4111111111111111';
const WRONG = '4111111111111112';
const secrets = { texts: [CARD, WRONG, '873#', '"873"'], only: '/charge' };
const status = (step: string, params: Record<string, Expected> = {}) =>
  event('calling.call.pay', { for: step, payment_method: 'credit-card', ...params });
const optional = (request: ExpectedRequest): ExpectedRequest => ({ ...request, optional: true });
const charge: ExpectedRequest = {
  fields: {
    transaction_id: text,
    method: text,
    cardnumber: CARD,
    cvv: '873',
    expiry_month: '12',
    expiry_year: /^(20)?49$/,
    postal_code: '94105',
    chargeAmount: '20.45',
    currency_code: 'usd',
    description: 'Order 77',
  },
};
const masked = { payment_card_number: '************1111' };
const collected = [
  status('payment-card-number'),
  status('expiration-date'),
  status('security-code'),
  status('postal-code'),
  status('payment-processing', { ...masked, payment_card_type: 'visa', expiration_date: '1249', security_code: '***' }),
];
const good = [`${CARD}#`, '1249#', '873#', '94105#'];
const paid = { status: 200, body: JSON.stringify({ charge_id: 'ch_77', error_code: null, error_message: null }) };
const declined = {
  status: 402,
  body: JSON.stringify({ charge_id: null, error_code: 'E1', error_message: 'declined' }),
};

const caller = (
  values: Omit<Caller, 'source' | 'secrets' | 'requests'> & { requests: Caller['requests'] },
): Caller => ({
  ...values,
  local: true,
  source,
  secrets,
  requests: { '/call': [documentRequest()], ...values.requests },
});
const ended = ['pay', 'cond', 'play'];

export const pay: CallDocument = {
  language: 'swml',
  pages: { '/charge': paid },
  callers: [
    caller({
      name: 'pays',
      digits: good,
      steps: ended,
      hears: ['Paid with ************1111.'],
      requests: { '/charge': [charge], '/pay': [...collected, status('payment-completed', masked)] },
      ends: 'document',
    }),
    caller({
      name: 'enters a wrong card number twice',
      digits: [`${WRONG}#`, `${WRONG}#`],
      steps: ended,
      hears: ['Not paid, too-many-failed-attempts.'],
      requests: {
        '/pay': [
          status('payment-card-number'),
          status('payment-card-number', { error_type: 'invalid-card-number' }),
          optional(status('payment-card-number', { error_type: 'invalid-card-number' })),
          optional(status('payment-card-number', { error_type: 'invalid-card-number' })),
          status('payment-failed'),
        ],
      },
      ends: 'document',
    }),
    caller({
      name: 'corrects a wrong card number',
      digits: [`${WRONG}#`, ...good],
      steps: ended,
      hears: ['Paid with ************1111.'],
      requests: {
        '/charge': [charge],
        '/pay': [
          status('payment-card-number'),
          status('payment-card-number', { error_type: 'invalid-card-number' }),
          optional(status('payment-card-number', { error_type: 'invalid-card-number' })),
          ...collected.slice(1),
          status('payment-completed', masked),
        ],
      },
      ends: 'document',
    }),
    caller({
      name: 'cancels with the star key',
      digits: [`${CARD}#`, '*'],
      steps: ended,
      hears: ['Not paid, caller-interrupted-with-star.'],
      requests: { '/pay': [status('payment-card-number'), status('expiration-date'), status('payment-canceled')] },
      ends: 'document',
    }),
    caller({
      name: 'hangs up before the security code',
      digits: [`${CARD}#`],
      hangup_after: 6,
      steps: ['pay'],
      hears: [],
      neverHears: ['Paid', 'Not paid'],
      requests: {
        '/pay': [
          status('payment-card-number'),
          optional(status('expiration-date')),
          optional(status('expiration-date')),
          optional(event('calling.call.pay', { for: 'payment-canceled' })),
          optional(event('calling.call.pay', { for: 'payment-failed' })),
        ],
      },
      ends: 'caller',
    }),
  ],
};

/** SWML 15, document 16: the connector fails once, and the second attempt succeeds. */
export const payTwice: CallDocument = {
  language: 'swml',
  pages: { '/charge': [declined, paid] },
  callers: [
    caller({
      name: 'pays at the second attempt, after the connector declined',
      digits: [...good, ...good],
      steps: ended,
      hears: ['Paid with ************1111.'],
      requests: {
        '/charge': [charge, charge],
        '/pay': [
          ...collected,
          status('payment-card-number', { error_type: 'card-declined' }),
          ...collected.slice(1),
          status('payment-completed', masked),
        ],
      },
      ends: 'document',
    }),
  ],
};
