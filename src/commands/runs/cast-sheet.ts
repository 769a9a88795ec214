import type { CastMoment, CastParty } from '../../sandbox/index.js';
import { Sheet } from '../../show/index.js';
import { counted, isRepeated, repeatText, type SheetPart, withoutRepeats } from '../../util/index.js';
import type { PerformedCast } from './ring-casts.js';

/** Lays out what happened in some casts: the story of each person, and whether each expectation is met. */
export function castSheet(performed: readonly PerformedCast[]): Sheet {
  return new Sheet(
    performed.flatMap(({ file, result: { parties, unused } }) => [
      ...parties.flatMap(partyParts),
      ...(unused.length > 0 ? [{ pairs: [['not used', unused.join('; ')] as [string, string]] }] : []),
      summaryOf(file, parties),
    ]),
    performed.some(({ result }) => result.failures.length > 0),
  );
}

function partyParts({ name, role, story, expectations, call }: CastParty): SheetPart[] {
  const { unused = [], problems = [] } = call ?? {};
  return [
    { title: `${name}: ${role}` },
    ...pairsPart(
      withoutRepeats(story, ({ text }) => text).map((one) =>
        isRepeated(one) ? ['…', repeatText(one)] : [timeOf(one), one.text],
      ),
    ),
    ...pairsPart([
      ...expectations.map(({ text, isMet, difference, note }): Pair => {
        const shown = note === undefined ? text : `${text} (${note})`;
        return isMet ? ['ok', shown] : ['not ok', difference];
      }),
      ...(unused.length > 0 ? [['not used', unused.join('; ')] as const] : []),
    ]),
    ...(problems.length > 0 ? [{ title: `Problems of ${name}` }, { lines: problems, of: 'words' as const }] : []),
  ];
}

type Pair = readonly [left: string, right: string];

const pairsPart = (pairs: readonly Pair[]): SheetPart[] => (pairs.length > 0 ? [{ pairs }] : []);

const timeOf = ({ time, until }: CastMoment): string => (until === undefined ? `${time} s` : `${time}–${until} s`);

function summaryOf(file: string, parties: readonly CastParty[]): string {
  const all = parties.flatMap(({ expectations }) => expectations);
  const met = all.filter(({ isMet }) => isMet).length;
  const problems = parties.reduce((sum, { call }) => sum + (call?.problems.length ?? 0), 0);
  const shown = problems === 0 ? '' : `, ${counted(problems, 'problem')}`;
  return `${file}: ${met} of ${all.length} expectations are met${shown}`;
}
