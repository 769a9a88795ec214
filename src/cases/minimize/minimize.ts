import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Cassette, type CassetteDocument, textOf } from '../../cassette/index.js';
import { groupBy, isPlain, Mistake } from '../../util/index.js';
import { bodyJson } from '../body-json.js';
import { knownCause } from '../explain/known-causes.js';
import { links } from '../links/links.js';
import { type ReplayedRequest, type ReplayReport, replay } from '../replay/replay.js';
import { isExchange } from '../replay/send-again.js';
import type { RecordingDifference } from './changes-between.js';
import { smallestChange } from './smallest-change.js';
import { smallestSet } from './smallest-set.js';

type Recording = Pick<Cassette, 'header' | 'documents'>;

export interface MinimizeOptions {
  /** A recording that does not fail. The result is this recording with the fewest differences that make it fail. */
  readonly against?: Recording;
  /** Whether a replay shows the problem. Default: a request fails as in the whole recording, with the same known cause. */
  readonly test?: (report: ReplayReport) => boolean | Promise<boolean>;
  onProgress?(progress: MinimizeProgress): void;
  /** Stops the search. The result is then the smallest recording found so far. */
  readonly signal?: AbortSignal;
}

export interface MinimizeProgress {
  readonly runs: number;
  /** The number of requests in the smallest recording so far. */
  readonly requests: number;
  /** With `against`: the fewest differences so far that make the good recording fail. */
  readonly differences?: number;
}

export interface Minimized {
  readonly header: Cassette['header'];
  readonly documents: readonly CassetteDocument[];
  readonly runs: number;
  /** What each smaller recording still shows, such as `queues.update 422 invalid_parameter max_size`. */
  readonly failure: string | undefined;
  readonly isFinished: boolean;
  /** With `against`: the differences that make the good recording fail, of how many. */
  readonly against?: { readonly differences: readonly RecordingDifference[]; readonly from: number };
}

/** Finds the smallest recording that still fails in the same way when it is replayed on a sandbox. */
export async function minimize(
  recording: Recording,
  { against, test, onProgress, signal }: MinimizeOptions = {},
): Promise<Minimized> {
  const search = new Search(recording, signal);
  const whole = await replay(recording);
  const failing = test ? undefined : lastFailing(whole);
  const failure = failing && failureOf(failing);
  if (test ? !(await test(whole)) : failure === undefined)
    throw new Mistake(
      test
        ? 'the test does not hold for the whole recording'
        : 'no request fails when the recording is replayed on a sandbox. To look for something else, add --test with an expression',
    );
  const replayed = async (candidate: Recording) => {
    search.runs++;
    // A replay on a sandbox waits for nothing, so Ctrl-C would not arrive during the search.
    await nextTurn();
    const report = await replay(candidate);
    const same = report.requests.findLast((one) => failure !== undefined && failureOf(one) === failure);
    return { report, failing: same, isFailing: test ? await test(report) : same !== undefined };
  };
  if (against) {
    let requests = whole.requests.length;
    const { documents, isFinished, ...found } = await smallestChange({
      good: against,
      bad: recording,
      mayRun: search.mayRun(),
      onProgress: (differences) => onProgress?.({ runs: search.runs, requests, differences }),
      async failsIn(candidate) {
        const { report, failing, isFailing } = await replayed(candidate);
        requests = report.requests.length;
        return isFailing && failing ? failing.index : isFailing;
      },
    });
    return { header: recording.header, documents, runs: search.runs, failure, isFinished, against: found };
  }
  const cause = failing && knownCause(recording.documents, failing.index);
  const holds = async (candidate: Recording) => {
    const { report, failing: same, isFailing: fails } = await replayed(candidate);
    const isFailing = fails && (cause === undefined || !same || knownCause(candidate.documents, same.index) === cause);
    if (isFailing) onProgress?.({ runs: search.runs, requests: report.requests.length });
    return isFailing;
  };
  const { documents, isFinished } = await search.run(failing, holds);
  return { header: recording.header, documents, runs: search.runs, failure, isFinished };
}

type Holds = (candidate: Recording) => Promise<boolean>;

class Search {
  runs = 1;
  readonly #recording: Recording;
  readonly #signal: AbortSignal | undefined;
  /** The entries whose responses an entry uses. */
  readonly #sources: ReadonlyMap<number, readonly { readonly source: number }[]>;

  constructor(recording: Recording, signal: AbortSignal | undefined) {
    this.#recording = recording;
    this.#signal = signal;
    const uses = links(recording.documents).flatMap(({ from, uses }) =>
      uses.map(({ entry }) => ({ entry, source: from.entry })),
    );
    this.#sources = groupBy(uses, ({ entry }) => entry);
  }

  /** Keeps the request that fails, unless a test of the user decides. */
  async run(failing: ReplayedRequest | undefined, holds: Holds) {
    const fixed = failing ? [failing.index] : [];
    const others = this.#recording.documents.flatMap(({ kind }, index) =>
      (kind === 'http' || kind === 'webhook') && !fixed.includes(index) ? [index] : [],
    );
    const { header } = this.#recording;
    const partOf = (entries: readonly number[]) => {
      const kept = this.#withSources([...fixed, ...entries]);
      return this.#recording.documents.filter((_, index) => kept.has(index));
    };
    const entries = await smallestSet(others, (part) => holds({ header, documents: partOf(part) }), this.mayRun());
    const documents = partOf(entries.kept);
    const budget = 3 * documents.length * Math.log2(Math.max(2, others.length + 1)) + 10;
    const fields = documents.flatMap((document, entry) => fieldsOf(document).map((path) => ({ entry, path })));
    const fieldsByEntry = groupBy(fields, ({ entry }) => entry);
    const withFields = (part: readonly FieldAt[]) => {
      const kept = new Set(part);
      return documents.map((one, entry) =>
        reduced(
          one,
          (fieldsByEntry.get(entry) ?? []).filter((field) => !kept.has(field)),
        ),
      );
    };
    const smaller = await smallestSet(
      fields,
      (part) => holds({ header, documents: withFields(part) }),
      this.mayRun(Math.floor(budget)),
    );
    return { documents: withFields(smaller.kept), isFinished: entries.isFinished && smaller.isFinished };
  }

  mayRun =
    (budget = Number.POSITIVE_INFINITY) =>
    () =>
      !this.#signal?.aborted && this.runs < budget;

  /** A request needs the requests whose responses it uses. */
  #withSources(entries: readonly number[]): ReadonlySet<number> {
    const kept = new Set<number>();
    const open = [...entries];
    for (let index = open.pop(); index !== undefined; index = open.pop()) {
      if (kept.has(index)) continue;
      kept.add(index);
      for (const { source } of this.#sources.get(index) ?? []) open.push(source);
    }
    return kept;
  }
}

interface FieldAt {
  readonly entry: number;
  readonly path: readonly string[];
}

/** The fields of a JSON body, and those inside the `params` of a command. */
function fieldsOf(document: CassetteDocument): readonly string[][] {
  const body = bodyOf(document);
  if (!body) return [];
  return Object.entries(body).flatMap(([name, value]) =>
    name === 'params' && isPlain(value) ? Object.keys(value).map((inner) => [name, inner]) : [[name]],
  );
}

function reduced(document: CassetteDocument, removed: readonly FieldAt[]) {
  const body = bodyOf(document);
  if (removed.length === 0 || !body || !isExchange(document)) return document;
  const json = structuredClone(body);
  for (const { path } of removed) {
    const [name = '', inner] = path;
    const holder = json[name];
    if (inner === undefined) delete json[name];
    else if (isPlain(holder)) delete holder[inner];
  }
  return { ...document, request: { ...document.request, body: { json } } };
}

function bodyOf(document: CassetteDocument): Record<string, unknown> | undefined {
  if (!isExchange(document) || !document.request.body || 'base64' in document.request.body) return undefined;
  const body = 'json' in document.request.body ? document.request.body.json : bodyJson(textOf(document.request.body));
  return isPlain(body) ? body : undefined;
}

const lastFailing = ({ requests }: ReplayReport): ReplayedRequest | undefined =>
  requests.findLast((one) => failureOf(one) !== undefined);

/** The operation, status, code and field of a failed request, or undefined. */
function failureOf({ status, operation, body }: ReplayedRequest): string | undefined {
  if (typeof status !== 'number' || status < 400) return undefined;
  const errors = isPlain(body) && Array.isArray(body.errors) ? body.errors : [body];
  const details = errors.flatMap((error) => (isPlain(error) ? [error.code, error.attribute ?? error.field] : []));
  return [operation, status, ...details].filter((part) => part !== undefined && part !== null).join(' ');
}
