import type { ComparedExchange } from './compare-exchanges.js';

// The lines that a replay prints. They may contain control characters of a recording: the caller removes those.

/** Short enough for 40 columns, except for a long name of an operation. */
export function requestLine({ entry, outcome, operation, method, path, recorded, status }: ComparedExchange): string {
  const change = recorded === undefined || recorded === status ? `${status}` : `${recorded} → ${status}`;
  return `${String(entry ?? '+').padStart(4)} ${outcome.padEnd(9)} ${operation ?? `${method} ${path}`} ${change}`;
}

/** The differences of one request, and the answer to a request that has no recorded response. */
export const detailLines = ({ outcome, differences, body }: ComparedExchange): string[] => [
  ...differences.flatMap(({ at, recorded, now }) => [`  ${at}`, `    - ${shown(recorded)}`, `    + ${shown(now)}`]),
  ...(outcome === 'new' && body !== undefined ? [`  answer: ${JSON.stringify(body)}`] : []),
];

/** The new answers, the first difference and the number of requests with each outcome. */
export function summaryLines(requests: readonly ComparedExchange[]): string[] {
  const first = requests.find(({ outcome }) => outcome === 'different');
  const count = (outcome: ComparedExchange['outcome']) => requests.filter((one) => one.outcome === outcome).length;
  const fresh = count('new');
  return [
    ...newAnswers(requests),
    ...(first
      ? [`first difference: ${first.entry ?? '+'} ${first.operation ?? first.path}`, ...detailLines(first)]
      : []),
    `${count('same')} same, ${count('different')} different${fresh > 0 ? `, ${fresh} without a recorded response` : ''}`,
  ];
}

/** The answers to requests that the recording has no response for, such as imported curl commands. */
const newAnswers = (requests: readonly ComparedExchange[]): string[] =>
  requests.flatMap(({ outcome, entry, body }) =>
    outcome === 'new' && body !== undefined ? [`answer to ${entry}: ${JSON.stringify(body)}`] : [],
  );

const shown = (value: unknown) => (value === undefined ? '(missing)' : JSON.stringify(value));
