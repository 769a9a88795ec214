import { jsonOf } from '../../../util/index.js';
import { type FoundRequest, lineOf } from '../found-request.js';
import type { Pair } from './pair-signs.js';
import type { Result } from './results.js';
import { isHypothetical, type Signs } from './signs-in.js';

/**
 * The results directly below a request that failed for the moment: the program sent it again. A limit, an error of the
 * server and a missing connection can be over at once.
 */
export function retriesOf(pairs: readonly Pair[], open: readonly Result[], { all, lines }: Signs): Pair[] {
  const named = new Set(all.flatMap((one) => (one.kind === 'mention' && !one.isWeak ? [one.line] : [])));
  const byLine = new Map(open.map((one) => [one.line, one]));
  return pairs.flatMap((pair): Pair[] => {
    const { mention, status = 0, error, lastLine } = pair;
    const isOver = error !== undefined || status === 429 || status >= 500;
    if (!isOver || !mention.isPlatform) return [];
    let line = lastLine + 1;
    while (line < lines.length && lines[line]?.trim() === '') line++;
    const result = byLine.get(line);
    const isDone = (result?.status ?? 0) >= 200 && (result?.status ?? 0) < 300;
    if (!isDone || named.has(line)) return [];
    return [
      {
        mention: { ...mention, line },
        status: result?.status,
        ...{ error: undefined, refusal: undefined, firstLine: line, lastLine: line },
      },
    ];
  });
}

const CODE = /\berror_?code["']?\s{0,2}(?:=>|[=:])\s{0,2}["']?([1-9]\d{3,4})(?![\w.-])/i;
const MESSAGE = /\berror_?message["']?\s{0,2}(?:=>|[=:])\s{0,2}(?:"([^"]{1,300})"|'([^']{1,300})')/i;
const STATE = /(?<![a-z])(?:message_?|sms_?|final_?)?status["']?\s{0,2}(?:=>|[=:])\s{0,2}["']?(undelivered|failed)\b/i;
/** Columns without names: `;undelivered;30003;Unreachable destination handset` */
const CELLS = /[;,|\t]\s?"?(undelivered|failed)"?\s?[;,|\t]\s?"?([1-9]\d{4})"?(?:\s?[;,|\t]\s?"?([^;,|\t"]{1,300}))?/i;

interface Delivery {
  readonly at: number;
  readonly code: string;
  readonly state: string | undefined;
  readonly message: string | undefined;
}

/** The error of a message or a call that a line reports beside the status of HTTP. */
function deliveryIn(line: string): Delivery | undefined {
  const [code, cells] = [CODE.exec(line), CELLS.exec(line)];
  if (!code)
    return cells ? { at: cells.index, code: cells[2] ?? '', state: cells[1], message: cells[3]?.trim() } : undefined;
  const [, double, single] = MESSAGE.exec(line) ?? [];
  return { at: code.index, code: code[1] ?? '', state: STATE.exec(line)?.[1], message: double ?? single };
}

/** The requests with the errors that their lines report, and the errors in other lines that no request has. */
export function withDeliveries(
  requests: readonly FoundRequest[],
  { lines }: Signs,
): { readonly requests: FoundRequest[]; readonly left: Result[] } {
  const found = new Map<number, Delivery>();
  for (const [line, text] of lines.entries()) {
    const one = /undelivered|failed|error_?code/i.test(text) && !isHypothetical(text) ? deliveryIn(text) : undefined;
    if (one) found.set(line, one);
  }
  if (found.size === 0) return { requests: [...requests], left: [] };
  const completed = requests.map((one): FoundRequest => {
    const own = found.get(lineOf(one) - 1);
    const { response, isLogged: _, ...rest } = one;
    if (!own || !response || response.status >= 300 || response.body.length > 0) return one;
    const { code, state, message } = own;
    const body = { status: state, error_code: Number(code), error_message: message };
    // The lines around it are of other messages, and not another report of this one.
    return { ...rest, response: { ...response, body: Buffer.from(JSON.stringify(body)) } };
  });
  const known = new Set(
    completed.flatMap(
      ({ response, body, url }) => `${textOf(response?.body)} ${textOf(body)} ${url}`.match(/\d{4,}/g) ?? [],
    ),
  );
  const left = [...found].flatMap(([line, { at, code, message }]): Result[] => {
    if (known.has(code)) return [];
    const refusal = { code, message: message ?? `error code ${code}`, lastLine: line };
    return [{ kind: 'result', line, at, refusal }];
  });
  return { requests: completed, left };
}

const textOf = (body: Uint8Array | undefined): string => (body ? Buffer.from(body).toString('utf8') : '');

const PASSED =
  /(?:^|\s)[✔✓√]\s|\bPASSED\b|^(?:\S{1,40}\s+)?(?:--- )?PASS\b|^(?:\S{1,40}\s+)?ok \d+\b|\bJob succeeded\b/;
const FAILED = /(?:^|\s)[✖✗✘×]\s|\bFAIL(?:ED)?\b|\bnot ok \d+\b|\bAssertionError\b/;
const MAX_LINES = 12;

/** Marks the refusals that a test expected: the test passed directly behind them. */
export function withPassedTests(requests: readonly FoundRequest[], { all, lines }: Signs): FoundRequest[] {
  if (!lines.some((line) => PASSED.test(line))) return [...requests];
  const named = new Set(all.flatMap((one) => (one.kind === 'mention' && !one.isWeak ? [one.line] : [])));
  return requests.map((one) => {
    const start = lineOf(one);
    if (start === 0 || (one.response?.status ?? 0) < 400) return one;
    for (let line = start; line < Math.min(lines.length, start + MAX_LINES) && !named.has(line); line++) {
      const text = lines[line] ?? '';
      if (FAILED.test(text)) break;
      if (PASSED.test(text) && jsonOf(text) === undefined) return { ...one, isExpected: true };
    }
    return one;
  });
}
