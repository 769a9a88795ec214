import type { Cassette, CassetteDocument } from '../../cassette/index.js';
import { Mistake } from '../../util/index.js';
import { assertRecording } from '../call-of.js';
import { causeAt } from '../explain/cause-at.js';
import { type ReplayReport, replay } from '../replay/replay.js';
import type { RecordingDifference } from './changes-between.js';
import { type Candidate, Search } from './search.js';
import { smallestChange } from './smallest-change.js';
import { failureName, RecordedAnswers, type Target, targetIn } from './target.js';

type Recording = Pick<Cassette, 'header' | 'documents'>;

export interface MinimizeOptions {
  /** A recording that does not fail. The result is this recording with the fewest differences that make it fail. */
  readonly against?: Recording;
  /**
   * The number of the exchange to keep: a failure, a success that a known trap matches, or a webhook. Default: the last
   * failure of the recording.
   */
  readonly at?: number;
  /** Whether a replay shows the problem. Default: the exchange `at` is answered as recorded, and has the same cause. */
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
  /** What a reader must know, such as that the recorded failure was used. */
  readonly notes: readonly string[];
  /** With `against`: the differences that make the good recording fail, of how many. */
  readonly against?: { readonly differences: readonly RecordingDifference[]; readonly from: number };
}

/** Finds the smallest recording that still fails in the same way when it is replayed on a sandbox. */
export async function minimize(recording: Recording, options: MinimizeOptions = {}): Promise<Minimized> {
  assertRecording(recording, 'minimize(recording)');
  const { against, test, at, onProgress, signal } = options;
  const search = new Search(recording, signal);
  const stoppable = { ...(signal && { signal }) };
  const whole = await replay(recording, stoppable);
  if (signal?.aborted) throw new Mistake('stopped during the first replay, so nothing was minimised');
  const target = test ? undefined : targetIn(recording, whole, at);
  if (test && !(await test(whole))) throw new Mistake('the test does not hold for the whole recording');
  const replayed = async (candidate: Recording) => {
    search.runs++;
    return replay(candidate, stoppable);
  };
  const found = { header: recording.header, failure: target?.name, notes: notesOn(target, whole) };
  if (against) {
    let requests = whole.requests.length;
    const { documents, isFinished, ...change } = await smallestChange({
      good: against,
      bad: recording,
      mayRun: search.mayRun(),
      onProgress: (differences) => onProgress?.({ runs: search.runs, requests, differences }),
      async failsIn(candidate) {
        const report = await replayed(candidate);
        if (signal?.aborted) return false;
        requests = report.requests.length;
        if (test) return test(report);
        return report.requests.findLast((one) => failureName(one) === target?.name)?.index ?? false;
      },
    });
    return { ...found, documents, runs: search.runs, isFinished, against: change };
  }
  const answers = new RecordedAnswers(recording, whole);
  const { documents, isFinished } = await search.run({
    target: target?.index,
    mayDrop: ({ index, path }) => !target || isUnneeded(target, whole, { index, path }),
    async holds(candidate) {
      const report = await replayed(candidate);
      if (signal?.aborted) return false;
      const isFailing =
        answers.areIn(candidate, report, candidate.kept) &&
        (test ? await test(report) : isSameCause(target, candidate));
      if (isFailing) onProgress?.({ runs: search.runs, requests: report.requests.length });
      return isFailing;
    },
  });
  return { ...found, documents, runs: search.runs, isFinished };
}

function notesOn(target: Target | undefined, { requests }: ReplayReport): string[] {
  const note = requests.find(({ index }) => index === target?.index)?.note;
  return note === undefined ? [] : [note];
}

function isSameCause(target: Target | undefined, { documents, kept }: Candidate): boolean {
  if (!target?.cause) return true;
  const cause = causeAt(documents, kept.indexOf(target.index));
  return cause?.trap === target.cause.trap && cause?.text === target.cause.text;
}

/** Only a failure that the sandbox causes shows which fields it needs. The fields at fault stay in any case. */
function isUnneeded(
  { kind, index: failing, cause }: Target,
  { requests }: ReplayReport,
  { index, path }: { readonly index: number; readonly path: readonly string[] },
): boolean {
  const isCaused = requests.some((one) => one.index === failing && (one.outcome === 'same' || one.outcome === 'new'));
  if (kind !== 'failure' || index !== failing || !isCaused) return false;
  return !(cause?.fields ?? []).some((field) => field.split(/[.[]/).includes(path.at(-1) ?? ''));
}
