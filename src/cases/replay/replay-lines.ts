import { type CassetteDocument, exchangeNumbers } from '../../cassette/index.js';
import { readErrorBody } from '../../client/index.js';
import { jsonOf } from '../../util/index.js';
import type { ComparedExchange } from './compare-exchanges.js';
import type { ReplayedWebhook } from './recorded-servers.js';
import type { PlannedRequest } from './replay.js';

// The lines that a replay prints. They may contain control characters of a recording: the caller removes those.

/** A request as it will be sent, with the ids of the new responses. */
export function plannedLines(
  { exchange, operation, method, url, body }: PlannedRequest,
  documents: readonly CassetteDocument[],
): string[] {
  const size = exchangeNumbers(documents).at(-1) ?? 0;
  const json = body === undefined ? undefined : jsonOf(body);
  return [
    `exchange ${exchange} of ${size}: ${operation ?? method}`,
    `${method} ${url.pathname}${url.search}`,
    ...(body === undefined ? [] : json === undefined ? [body] : JSON.stringify(json, null, 2).split('\n')),
  ];
}

/** Short enough for 40 columns, except for a long name of an operation. */
export function requestLine({
  exchange,
  outcome,
  operation,
  method,
  path,
  recorded,
  status,
}: ComparedExchange): string {
  const change = recorded === undefined || recorded === status ? `${status}` : `${recorded} → ${status}`;
  return `${String(exchange ?? '+').padStart(4)} ${outcome.padEnd(9)} ${operation ?? `${method} ${path}`} ${change}`;
}

/** A webhook that the recording does not have has no number. */
export function webhookLine({ exchange, outcome, event, url, status }: ReplayedWebhook): string {
  const isRecorded = outcome !== 'added' && outcome !== 'new';
  const number = isRecorded ? String(exchange) : '';
  const end = isRecorded ? (status ?? '') : `${new URL(url).pathname}, not in the recording`;
  return `${number.padStart(4)} ${outcome.padEnd(9)} webhook ${event} ${end}`.trimEnd();
}

/** The differences of one request, and the answer to a request that has no recorded response. */
export const detailLines = ({ outcome, differences, body }: ComparedExchange): string[] => [
  ...differenceLines(differences),
  ...(outcome === 'new' && body !== undefined ? [`  answer: ${JSON.stringify(body)}`] : []),
];

interface Compared {
  readonly requests: readonly ComparedExchange[];
  readonly webhooks?: readonly ReplayedWebhook[];
}

/** The new answers, the first difference and the number of requests and webhooks with each outcome. */
export const summaryLines = (compared: Compared): string[] => [
  ...newAnswers(compared),
  ...firstDifference(compared),
  counts(compared),
];

/** The answers to requests that the recording has no response for, such as imported curl commands. */
const newAnswers = ({ requests }: Compared): string[] =>
  requests.flatMap(({ outcome, exchange, body }) =>
    outcome === 'new' && body !== undefined ? [`answer to ${exchange}: ${JSON.stringify(body)}`] : [],
  );

function firstDifference({ requests, webhooks = [] }: Compared): string[] {
  const request = requests.find(({ outcome }) => outcome === 'different');
  const webhook = webhooks
    .filter(({ outcome }) => outcome !== 'same' && outcome !== 'new')
    .sort((one, other) => one.exchange - other.exchange)[0];
  if (webhook && !(request && (request.exchange ?? 0) <= webhook.exchange)) return webhookDifference(webhook);
  if (!request) return [];
  const { exchange, operation, path, differences, body } = request;
  return [
    `first difference: ${exchange ?? '+'} ${operation ?? path}`,
    ...differenceLines(differences),
    ...readErrorBody(body).errors.map(({ message }) => `  the new error: ${message}`),
  ];
}

function webhookDifference({ exchange, outcome, event, url, differences }: ReplayedWebhook): string[] {
  const place = outcome === 'added' ? `after ${exchange}` : `${exchange}`;
  return [
    `first difference: ${place} webhook ${event} ${url}`,
    ...(outcome === 'missing' ? ['  recorded, but the sandbox did not send it'] : []),
    ...(outcome === 'added' ? ['  sent by the sandbox, but not in the recording'] : []),
    ...differenceLines(differences),
  ];
}

const MAX_SHOWN = 5;

const differenceLines = (differences: ComparedExchange['differences']): string[] => [
  ...differences
    .slice(0, MAX_SHOWN)
    .flatMap(({ at, recorded, now }) => [`  ${at}`, `    - ${shown(recorded)}`, `    + ${shown(now)}`]),
  ...(differences.length > MAX_SHOWN
    ? [`  and ${differences.length - MAX_SHOWN} more. To print all, run: patchbay replay --json`]
    : []),
];

const shown = (value: unknown) => (value === undefined ? '(missing)' : JSON.stringify(value));

/** `same` and `different` are always counted, other outcomes only if they occur. */
function counts({ requests, webhooks = [] }: Compared): string {
  const count = (list: readonly { readonly outcome: string }[], outcome: string, words = outcome) => {
    const found = list.filter((one) => one.outcome === outcome).length;
    return found > 0 || outcome === 'same' || outcome === 'different' ? [`${found} ${words}`] : [];
  };
  const ofRequests = [
    ...['same', 'different'].flatMap((outcome) => count(requests, outcome)),
    ...count(requests, 'recorded', 'with the recorded failure'),
    ...count(requests, 'new', 'without a recorded response'),
  ].join(', ');
  const outcomes = ['same', 'different', 'missing', 'added', 'new'];
  const ofWebhooks = outcomes.flatMap((outcome) => count(webhooks, outcome)).join(', ');
  return webhooks.length > 0 ? `${ofRequests}; webhooks: ${ofWebhooks}` : ofRequests;
}
