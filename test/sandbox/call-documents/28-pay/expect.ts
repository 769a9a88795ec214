import {
  type CallDocument,
  type Caller,
  callOver,
  type Expected,
  type ExpectedRequest,
  standard,
  text,
} from '../expectation.js';

const source = [
  'cXML 4.19 Pay: connector, action, statusCallback',
  'SWML 6.14: masks',
  'security: card numbers reach the connector only',
];
const CARD = '4111111111111111';
const WRONG = '4111111111111112';
const secrets = { texts: [CARD, WRONG, '873#', '"873"'], only: '/charge' };
const call = standard({ CallStatus: 'ringing' });
const charge: ExpectedRequest = {
  type: 'json',
  fields: {
    transaction_id: text,
    method: text,
    cardnumber: CARD,
    cvv: '873',
    expiry_month: '12',
    expiry_year: /^(20)?49$/,
    chargeAmount: '12.50',
    currency_code: 'usd',
    parameters: (value) => JSON.stringify(value).includes('77'),
  },
};
const MASKED = /^[*x]+1111$/;
const paid = (result: string, fields: Record<string, Expected> = {}) => standard({ Result: result, ...fields });
const status = (step: string, fields: Record<string, Expected> = {}): ExpectedRequest => ({
  fields: { For: step, PaymentMethod: 'credit-card', Attempt: /^[12]$/, ...fields },
});
const caller = (values: Omit<Caller, 'source' | 'secrets'>): Caller => ({
  ...values,
  local: true,
  source,
  secrets,
  neverHears: ['Never'],
  requests: { '/call': [call], ...values.requests, '/status': [callOver()] },
});

export const pay: CallDocument = {
  language: 'cxml',
  pages: {
    '/charge': { status: 200, body: JSON.stringify({ charge_id: 'ch_77', error_code: null, error_message: null }) },
    '/paid': '<Response><Say>Done.</Say></Response>',
  },
  callers: [
    caller({
      name: 'pays',
      digits: [`${CARD}#`, '1249#', '873#'],
      steps: ['Pay', 'Say'],
      hears: ['Done.'],
      requests: {
        '/charge': [charge],
        '/paid': [
          paid('success', {
            PaymentConfirmationCode: 'ch_77',
            PaymentCardNumber: MASKED,
            PaymentCardType: 'visa',
            ExpirationDate: '1249',
            SecurityCode: '***',
            PaymentMethod: 'credit-card',
          }),
        ],
        '/pay-status': [
          status('payment-card-number'),
          status('expiration-date'),
          status('security-code'),
          status('payment-processing', { PaymentCardNumber: MASKED, PaymentCardType: 'visa', SecurityCode: '***' }),
        ],
      },
      ends: 'document',
    }),
    caller({
      name: 'enters a wrong card number twice',
      digits: [`${WRONG}#`, `${WRONG}#`],
      steps: ['Pay', 'Say'],
      hears: ['Done.'],
      requests: {
        '/paid': [paid('too-many-failed-attempts')],
        '/pay-status': [
          status('payment-card-number', {}),
          status('payment-card-number', { ErrorType: 'invalid-card-number' }),
          { ...status('payment-card-number', { ErrorType: 'invalid-card-number' }), optional: true },
          { ...status('payment-card-number', { ErrorType: 'invalid-card-number' }), optional: true },
        ],
      },
      ends: 'document',
    }),
    caller({
      name: 'cancels with the star key',
      digits: [`${CARD}#`, '*'],
      steps: ['Pay', 'Say'],
      hears: ['Done.'],
      requests: {
        '/paid': [paid('caller-interrupted-with-star')],
        '/pay-status': [status('payment-card-number'), status('expiration-date')],
      },
      ends: 'document',
    }),
    caller({
      name: 'hangs up after the card number',
      digits: [`${CARD}#`],
      hangup_after: 6,
      steps: ['Pay'],
      hears: [],
      requests: {
        '/paid': [paid('caller-hung-up', { CallStatus: text })],
        '/pay-status': [
          status('payment-card-number'),
          { ...status('expiration-date'), optional: true },
          { ...status('expiration-date'), optional: true },
        ],
      },
      ends: 'caller',
    }),
  ],
};
