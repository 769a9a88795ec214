import type { CassetteEntry } from '../../src/cassette/index.js';

/**
 * The personal data in the tickets of customers. Tests search for these values in everything that is made from a ticket.
 * They are invented: the number is reserved for films, but redaction replaces it.
 */
export const PLANTED = {
  phone: '+491713920042',
  email: 'jane.roe@corp-mail.test',
  name: 'Rosalind Quist',
  token: 'PTdeadbeef0123456789abcdef0123456789abcd',
  account: 'acme-account-7731',
} as const;

export interface Scenario {
  /** The inputs of the session. */
  readonly inputs: readonly string[];
  /** Requests to other services, which the sandbox does not answer. */
  readonly services?: readonly CassetteEntry[];
  /** Whether each curl command has its response below it, because the cause is not in the requests. */
  readonly answers?: true;
}

/** Each session begins with a customer, and ends with a request that succeeds. */
export const FIRST = `await platform.fabric.subscribers.create(${JSON.stringify({
  email: PLANTED.email,
  first_name: PLANTED.name,
})})`;
export const LAST = 'await platform.queues.list({ page_size: 2 })';

const NUMBER = 'const [number] = (await platform.phone_numbers.list()).data';
const QUEUE = "const queue = await platform.queues.create({ name: 'night', max_size: 5 })";
const unchecked = 'platform.with({ check: false, retries: 0 })';

/** The tickets in `fixtures/issues`, by the name of their folder. */
export const SCENARIOS: Readonly<Record<string, Scenario>> = {
  'wrong-handler': {
    inputs: [
      NUMBER,
      `await platform.phone_numbers.update(number.id, { name: 'for ${PLANTED.email}' })`,
      "await platform.phone_numbers.set_cxml_webhook(number.id, 'https://example.com/voice.json')",
    ],
  },
  'orphan-webhook': {
    inputs: [
      NUMBER,
      "await platform.fabric.swml_webhooks.create({ primary_request_url: 'https://example.com/hello' })",
    ],
  },
  'stale-id': {
    inputs: [QUEUE, 'await platform.queues.delete(queue.id)', 'await platform.queues.get(queue.id)'],
    answers: true,
  },
  'wrong-field-name': {
    inputs: [
      `await ${unchecked}.calling.dial({ from: '+12065550100', too: '${PLANTED.phone}', url: 'https://example.com/hello' })`,
    ],
  },
  'page-past-end': { inputs: ['await platform.phone_numbers.list({ page_number: 9, page_size: 2 })'] },
  'expired-token': {
    inputs: [
      LAST,
      `await new RestClient({ project: '${PLANTED.account}', token: '${PLANTED.token}' }).queues.list({ page_size: 2 })`,
    ],
    answers: true,
  },
  'rate-limit': {
    inputs: [
      "sandbox.faults.add('phone_numbers.list', { status: 429, retry_after: 3 }, { times: 1 })",
      `await ${unchecked}.phone_numbers.list()`,
    ],
    answers: true,
  },
  'lost-update': {
    inputs: [
      QUEUE,
      'await platform.queues.update(queue.id, { max_size: 9 })',
      "await platform.queues.update(queue.id, { name: 'late', max_size: 5 })",
    ],
    answers: true,
  },
  'compat-field-case': {
    inputs: [
      `await ${unchecked}.compat.messages.create({ to: '${PLANTED.phone}', from: '+12065550100', body: 'for ${PLANTED.email}' })`,
    ],
  },
  'bad-skill-key': {
    inputs: [],
    services: [
      {
        kind: 'http',
        request: {
          method: 'GET',
          url: `https://api.weatherapi.com/v1/current.json?key=${PLANTED.token}&q=Paris&aqi=no`,
        },
        response: {
          status: 401,
          headers: { 'content-type': 'application/json' },
          body: { json: { error: { code: 2006, message: 'API key is invalid.' } } },
        },
      },
    ],
    answers: true,
  },
};
