import {
  type Explanation,
  explanationSheet,
  type Finding,
  findingParts,
  type Minimized,
  type ReplayReport,
  requestRows,
  summaryLines,
} from '../../cases/index.js';
import { type CassetteDocument, exchangeNumbers, type RedactedRecording, textOf } from '../../cassette/index.js';
import { reviewGroups } from '../../redact/index.js';
import { counted, plainText } from '../../util/index.js';
import type {
  CaseCauses,
  CaseMessages,
  CaseMinimal,
  CaseReplay,
  CaseReview,
  CaseRow,
  CaseRows,
  CauseCard,
  ReplayRow,
} from '../case-contract.js';
import { asRequests } from '../events/as-requests.js';
import { shownMessage } from '../events/request-row.js';

const MAX_ROWS = 200;
const MAX_ITEMS = 500;
const MAX_DIFFERENCES = 5;
const MAX_TEXT = 4_000;
const MAX_VALUE = 300;

/** JSON for the page. Long texts are cut, and characters that change the direction of text are removed. */
export const partJson = (value: unknown): string =>
  JSON.stringify(value, (_, one: unknown) => (typeof one === 'string' ? plainText(one, MAX_TEXT) : one));

export function rowsView(documents: readonly CassetteDocument[]): CaseRows {
  const rows = splitRows(documents);
  const more = rows.slice(MAX_ROWS).reduce((sum, { first, last }) => sum + last - first + 1, 0);
  return { rows: rows.slice(0, MAX_ROWS), more };
}

/** Of the requests that share a row, those with other bodies have rows of their own: each can be opened and chosen. */
function splitRows(documents: readonly CassetteDocument[]): CaseRow[] {
  const numbers = exchangeNumbers(documents);
  const numbered = new Map(documents.map((one, index) => [numbers[index], one]));
  const contentOf = (number: number) => {
    const { request, response } = { request: undefined, response: undefined, ...numbered.get(number) };
    return JSON.stringify([request, response]);
  };
  return requestRows(documents).flatMap(({ first, last, ...rest }) => {
    const rows = [{ ...rest, first, last: first }];
    for (let number = first + 1; number <= last; number++) {
      if (!numbered.has(number)) continue;
      const before = rows.at(-1);
      if (before && contentOf(before.first) === contentOf(number)) before.last = number;
      else rows.push({ ...rest, first: number, last: number });
    }
    return rows;
  });
}

export function reviewView(
  { doubtful }: Pick<RedactedRecording, 'doubtful'>,
  { replaced }: Pick<RedactedRecording, 'replaced'>,
  { kept, removed, texts }: Pick<CaseReview, 'kept' | 'removed' | 'texts'>,
): CaseReview {
  return {
    groups: reviewGroups(doubtful.slice(0, MAX_ITEMS)),
    more: Math.max(0, doubtful.length - MAX_ITEMS),
    ...{ kept, texts, removed },
    replaced: replaced
      .filter(({ isDoubtful }) => !isDoubtful)
      .slice(0, MAX_ITEMS)
      .map(({ kind, count, replacement }) => ({ kind, count, replacement })),
  };
}

/** In characters. Together, the bodies of all rows stay far below the size of the recording. */
const MAX_BODY = 3_000;

/** The bodies of the requests in `rowsView`. Of equal requests in a row, those of the first one. */
export function messagesView(documents: readonly CassetteDocument[]): CaseMessages[] {
  const shown = new Set(rowsView(documents).rows.map(({ first }) => first));
  const numbers = exchangeNumbers(documents);
  return documents.flatMap((document, index) => {
    const number = numbers[index] ?? 0;
    if ((document.kind !== 'http' && document.kind !== 'webhook') || !shown.has(number)) return [];
    const { request, response } = document;
    const { method, url, body } = request;
    return {
      ...{ number, url: `${method} ${url}` },
      request: shownMessage({ headers: {}, body: textOf(body) }, MAX_BODY),
      response: response
        ? shownMessage({ headers: response.headers ?? {}, body: textOf(response.body) }, MAX_BODY)
        : null,
    };
  });
}

/** The same texts as `patchbay explain` shows, one card for each finding. */
export function causesView(explanation: Explanation): CaseCauses {
  const { failures, suspicious, notes } = explanation;
  return {
    summary: explanationSheet({ ...explanation, failures: [], suspicious: [], notes: [] })
      .filter((part) => typeof part === 'string')
      .filter((text) =>
        failures.length + suspicious.length === 0 ? true : !/^Nothing (?:else )?failed.*, and/.test(text),
      )
      .join(' '),
    failures: failures.map(cardOf),
    suspicious: suspicious.map(cardOf),
    notes,
  };
}

function cardOf(finding: Finding): CauseCard {
  const [, ...parts] = findingParts(finding, { hasSent: true });
  const { exchange, operation, request, status, level } = finding;
  return {
    exchange,
    title: `${operation ?? request} → ${status === 0 ? 'no response' : status}`,
    level,
    parts: asRequests(parts),
  };
}

export function replayView(report: ReplayReport): CaseReplay {
  const all = [...report.requests.map(requestRow), ...report.webhooks.map(webhookRow)].sort(
    (one, other) => one.number - other.number,
  );
  // Of a long replay, only what differs is of interest.
  const listed = all.length > MAX_ROWS ? all.filter(({ row }) => row.outcome !== 'same') : all;
  return {
    counts: summaryLines(report).at(-1) ?? '',
    rows: listed.slice(0, MAX_ROWS).map(({ row }) => row),
    more: all.length - Math.min(listed.length, MAX_ROWS),
    notes: report.notes,
  };
}

interface Numbered {
  readonly number: number;
  readonly row: ReplayRow;
}

function requestRow(request: ReplayReport['requests'][number]): Numbered {
  const { exchange, outcome, operation, method, path, recorded, status } = request;
  return {
    number: exchange,
    row: {
      exchange: `${exchange}`,
      outcome,
      request: operation ?? `${method} ${path}`,
      status: recorded === undefined || recorded === status ? `${status}` : `${recorded} → ${status}`,
      differences: differencesIn(request),
    },
  };
}

function webhookRow(webhook: ReplayReport['webhooks'][number]): Numbered {
  const { exchange, outcome, event, status } = webhook;
  const isRecorded = outcome !== 'added' && outcome !== 'new';
  return {
    number: exchange,
    row: {
      exchange: isRecorded ? `${exchange}` : '',
      outcome,
      request: `webhook ${event}`,
      status: `${status ?? ''}`,
      differences: differencesIn(webhook),
    },
  };
}

const differencesIn = ({ differences }: Pick<ReplayReport['requests'][number], 'differences'>) =>
  differences
    .slice(0, MAX_DIFFERENCES)
    .map(({ at, recorded, now }) => ({ at, recorded: shown(recorded), now: shown(now) }));

const shown = (value: unknown): string =>
  value === undefined ? '(missing)' : plainText(JSON.stringify(value) ?? '', MAX_VALUE);

export function minimalView({ documents, runs, isFinished, failure, notes }: Minimized, before: number): CaseMinimal {
  const after = documents.filter(({ kind }) => kind === 'http').length;
  const stopped = isFinished ? '' : ' The search was not finished, so a smaller one may exist.';
  return {
    ...rowsView(documents),
    summary: `${after} of ${counted(before, 'request')} left after ${counted(runs, 'run')}.${stopped}`,
    failure: failure ?? null,
    notes,
  };
}
