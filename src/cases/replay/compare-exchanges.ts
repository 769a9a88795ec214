import { type CassetteDocument, type CassetteEntry, exchangeNumbers, textOf } from '../../cassette/index.js';
import { formPairs } from '../../util/index.js';
import { bodyValue, links } from '../links/links.js';
import { align, alignable, nameOf } from './align.js';
import { contentOf, type Difference, differences, recordedDifferences } from './compare.js';
import type { ReplayedRequest } from './replay.js';
import { isExchange } from './send-again.js';
import { Substitution } from './substitute.js';

/** A recorded exchange and the one that corresponds to it. A new exchange without a recorded one has no number. */
export type ComparedExchange = Omit<ReplayedRequest, 'exchange' | 'index'> & {
  readonly exchange: number | undefined;
};

/** `isSent`: only a recorded exchange may lack a new one. */
type Compared = ComparedExchange & { readonly isSent: boolean };

export interface ComparedExchanges {
  readonly requests: readonly Compared[];
  readonly isSame: boolean;
}

/** Compares the exchanges of a recording with those of another run of the same code, operation by operation. */
export function compareExchanges(
  recorded: readonly CassetteDocument[],
  replayed: readonly CassetteDocument[],
): ComparedExchanges {
  const [one, other] = [requestsIn(recorded), requestsIn(replayed)];
  const [keys, otherKeys] = [alignable(recorded), alignable(replayed)];
  const keyed = <T>(all: readonly T[], requests: readonly Numbered[]) =>
    requests.flatMap(({ index }) => all[index] ?? []);
  const substitution = new Substitution(links(recorded));
  const requests = align(keyed(keys, one), keyed(otherKeys, other)).map(([i, j]): Compared => {
    const [before, after] = [i === undefined ? undefined : one[i], j === undefined ? undefined : other[j]];
    if (!before) return extra(after?.entry as CassetteEntry); // `align` gives one of the two
    if (!after) return missing(before);
    const answer = answerOf(after.entry);
    const requested = sentDifferences(before, after.entry, substitution);
    substitution.learn(before.index, answer.body);
    const expected = answerOf(before.entry);
    const answered = recordedDifferences(expected, answer, (text) => substitution.text(text));
    const all = before.entry.response ? [...requested, ...answered] : requested;
    return {
      ...described(before.entry),
      isSent: true,
      exchange: before.number,
      outcome: all.length > 0 ? 'different' : before.entry.response ? 'same' : 'new',
      status: answer.status,
      differences: all,
      body: answer.body,
    };
  });
  return { requests, isSame: requests.every(({ outcome }) => outcome !== 'different') };
}

interface Numbered {
  readonly index: number;
  readonly number: number;
  readonly entry: CassetteEntry;
}

/** The requests to the platform. Other services have no paths below /api/. */
function requestsIn(documents: readonly CassetteDocument[]): Numbered[] {
  const numbers = exchangeNumbers(documents);
  return documents.flatMap((entry, index) =>
    isExchange(entry) && new URL(entry.request.url).pathname.includes('/api/')
      ? [{ index, number: numbers[index] ?? 0, entry }]
      : [],
  );
}

function described(entry: CassetteEntry) {
  const { request, response } = entry;
  return {
    operation: nameOf(entry),
    method: request.method,
    path: new URL(request.url).pathname,
    recorded: response?.status,
  };
}

const extra = (entry: CassetteEntry): Compared => ({
  isSent: true,
  ...described(entry),
  recorded: undefined,
  exchange: undefined,
  outcome: 'different',
  status: answerOf(entry).status,
  differences: [{ at: 'request', recorded: undefined, now: `${entry.request.method} ${entry.request.url}` }],
  body: answerOf(entry).body,
});

const NOT_SENT = 'not sent';

const missing = ({ number, entry }: Numbered): Compared => ({
  isSent: false,
  ...described(entry),
  exchange: number,
  outcome: 'different',
  status: NOT_SENT,
  differences: [{ at: 'status', recorded: entry.response?.status, now: NOT_SENT }],
  body: undefined,
});

function sentDifferences(
  { index, entry }: Numbered,
  replayed: CassetteEntry,
  substitution: Substitution,
): Difference[] {
  const { url } = substitution.request(index, entry, '');
  const current = (text: string) => substitution.text(text);
  const sent = ({ request: { body } }: CassetteEntry, { search }: URL) => ({
    status: 0,
    body: { query: Object.fromEntries(formPairs(search) ?? []), body: bodyValue(body) ?? null },
  });
  return differences(sent(entry, url), sent(replayed, new URL(replayed.request.url)), current).map((one) => ({
    ...one,
    at: `request.${one.at}`,
  }));
}

function answerOf({ response, fault }: CassetteEntry): { status: number; body: unknown } {
  if (!response) return { status: 0, body: fault };
  return { status: response.status, body: contentOf(textOf(response.body)) };
}
