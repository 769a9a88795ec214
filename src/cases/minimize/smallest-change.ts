import type { Cassette, CassetteDocument } from '../../cassette/index.js';
import { Mistake } from '../../util/index.js';
import { withChanges } from './apply-changes.js';
import { type Change, changesBetween, type RecordingDifference } from './changes-between.js';
import { smallestSet } from './smallest-set.js';

type Recording = Pick<Cassette, 'header' | 'documents'>;

interface Search {
  readonly good: Recording;
  readonly bad: Recording;
  /** Replays a candidate. Returns the position of the failing entry, `true` if a test of the user holds, or false. */
  readonly failsIn: (candidate: Recording) => Promise<number | boolean>;
  readonly mayRun: () => boolean;
  onProgress(left: number): void;
}

export interface SmallestChange {
  /** The good recording with the differences. */
  readonly documents: readonly CassetteDocument[];
  readonly differences: readonly RecordingDifference[];
  /** The number of differences between the two recordings. */
  readonly from: number;
  readonly isFinished: boolean;
}

/** Finds the fewest differences that make a good recording fail as a bad one does. */
export async function smallestChange({ good, bad, failsIn, mayRun, onProgress }: Search): Promise<SmallestChange> {
  const { items, changes } = changesBetween(good, bad);
  if (changes.length === 0) throw new Mistake('the two recordings do not differ, except in ids and times');
  // The time in the header is that of the bad recording, so a failure that depends on it is the same.
  const candidate = (chosen: Iterable<Change>): Recording => ({
    header: bad.header,
    documents: withChanges(items, withNeeded(chosen)).documents,
  });
  const holds = async (chosen: readonly Change[]) => {
    const isFailing = (await failsIn(candidate(chosen))) !== false;
    if (isFailing) onProgress(withNeeded(chosen).length);
    return isFailing;
  };
  if (await holds([])) throw new Mistake('the good recording fails in the same way when it is replayed on a sandbox');
  // A stopped replay shows nothing: the result then has all differences.
  if (!(await holds(changes)) && mayRun())
    throw new Mistake('the good recording with all differences does not fail as the bad one does. Use plain minimize');
  const { kept, isFinished } = await smallestSet(changes, holds, mayRun);
  const needed = isFinished ? await withoutUnneeded(kept, holds, mayRun) : kept;
  const applied = withNeeded(needed);
  return {
    documents: await withResponses(applied),
    differences: applied.map(({ difference }) => difference),
    from: changes.length,
    isFinished,
  };

  /** Where the request is that of the bad recording, and where it fails, the response is too, if it still fails then. */
  async function withResponses(applied: readonly Change[]): Promise<readonly CassetteDocument[]> {
    const { documents, items: from } = withChanges(items, applied);
    const failing = mayRun() ? await failsIn({ header: bad.header, documents }) : false;
    const failed = typeof failing === 'number' ? from[failing] : undefined;
    const responses = changes.filter(
      ({ item, part }) => part === 'response' && (item === failed || applied.some((one) => one.item === item)),
    );
    const complete = withChanges(items, [...new Set([...applied, ...responses])]).documents;
    return mayRun() && (await failsIn({ header: bad.header, documents: complete })) !== false ? complete : documents;
  }
}

/** Changes with all those that they need. */
function withNeeded(changes: Iterable<Change>): readonly Change[] {
  const all = new Set(changes);
  // A set that grows during the loop is visited to its end.
  for (const { needs } of all) for (const one of needs) all.add(one);
  return [...all];
}

/** Bisection may keep a change that a later one makes unnecessary. */
async function withoutUnneeded(
  kept: readonly Change[],
  holds: (chosen: readonly Change[]) => Promise<boolean>,
  mayRun: () => boolean,
): Promise<readonly Change[]> {
  let needed = kept;
  for (const change of kept) {
    const others = needed.filter((one) => one !== change);
    if (others.length > 0 && mayRun() && (await holds(others))) needed = others;
  }
  return needed;
}
