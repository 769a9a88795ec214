import { originOf, type Replaced, type Undecided } from '../redact/index.js';

/** The table of what was replaced, without the original values. `undecided`: what stays, because no one decided. */
export function replacedLines(replaced: readonly Replaced[], undecided: readonly Undecided[]): string[] {
  const certain = replaced.filter(({ isDoubtful }) => !isDoubtful).map(lineOf);
  const doubtful = replaced.filter(({ isDoubtful }) => isDoubtful).map(lineOf);
  return [
    ...(replaced.length > 0 ? certain : ['nothing to replace']),
    ...(doubtful.length > 0 ? ['replaced in doubt, because it may identify someone:', ...doubtful] : []),
    ...undecidedLines(undecided),
  ];
}

const MAX_UNDECIDED = 20;

/** Lists the names and hosts that redaction left unchanged. Only the user can decide whether they are personal data. */
function undecidedLines(undecided: readonly Undecided[]): string[] {
  if (undecided.length === 0) return [];
  const lines = undecided
    .slice(0, MAX_UNDECIDED)
    .map(({ kind, text, count, place }) => `${kind.padEnd(6)}  ${text}  ${times(count)}, first in ${place}`);
  const more = undecided.length - lines.length;
  return [
    'possible names and hosts that the policy does not cover. To replace one, add it to `cut` in a policy:',
    ...lines,
    ...(more > 0 ? [`and ${more} more`] : []),
  ];
}

const times = (count: number) => (count === 1 ? 'once' : `${count} times`);

/** Omits the original value, because other people may read the report. */
function lineOf({ kind, count, place, replacement, isDoubtful }: Replaced): string {
  if (isDoubtful) return `${kind.padEnd(7)} becomes ${replacement}  ${times(count)}`;
  const origin = originOf(kind);
  const known = origin === undefined ? 'known before' : `known before (${origin})`;
  const where = place === undefined ? known : `first in ${place}`;
  return `${kind.padEnd(6)}  becomes ${replacement}  ${times(count)}, ${where}`;
}
