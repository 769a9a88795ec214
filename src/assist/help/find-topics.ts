import { operations, type Row, walkRows } from '../../client/index.js';
import type { Session } from '../complete/complete.js';
import type { SkillOffer } from '../complete/from-skills.js';
import { PRELOADED } from '../inspect/preloaded.js';
import { pageTopics } from './page-topics.js';
import { recipeTopics } from './recipes.js';
import { SYNONYMS } from './synonyms.js';
import { verbTopics } from './verb.js';

/** Something that the search of the help finds. */
export interface Topic {
  /** What to type, or the title of a section of a page. */
  readonly name: string;
  /** The part of the name that the ranking compares, if not all of it. */
  readonly label?: string;
  /** One sentence. */
  readonly help: string;
  /** More words to find it by, such as the names of fields. */
  readonly words?: string;
  /** Lowers the rank of a topic that few users need. */
  readonly weight?: number;
  /** Whether it buys, deletes, dials or sends. One word does not ask for that. */
  readonly spends?: true;
}

const OF_SPENDING = 0.9;

const MAX_FOUND = 8;
/** Worse matches than this part of the best one are left out. */
const LEAST = 0.3;

/** Finds operations, skills, members, commands, verbs of call documents and pages by what the user wants to do, the best first. */
export async function findTopics(question: string, scope: Pick<Session, 'skills' | 'commands'>): Promise<Topic[]> {
  return bestOf((await rankTopics(question, scope)).ranked);
}

/** Finds the topics about every word of a sentence. In a request, words that the help does not have are names. */
export async function fittingTopics(
  sentence: string,
  isRequest: boolean,
  scope: Pick<Session, 'skills' | 'commands'>,
): Promise<{ readonly found: Topic[]; readonly isKnown: boolean }> {
  const { stemmedWords } = await import('../../search/index.js');
  const { ranked, wordsOf, known } = await rankTopics(sentence, scope);
  const parts = phrasesIn(sentence.replace(/\b(?:called|named)\s.*$/, '')).map(
    ({ words, targets }): Part => ({
      stems: stemmedWords(stems(words.join(' '))),
      targets,
    }),
  );
  const isIn = (words: ReadonlySet<string>, { stems }: Part) =>
    stems.length > 0 && stems.every((word) => words.has(word));
  const isKnown = (part: Part) => part.targets.length > 0 || isIn(known, part);
  // `my` and `all` stand for lists.
  const isNeeded = ({ stems, targets }: Part) => stems.length > 0 || targets.some((target) => target.includes('.'));
  const needed = parts.filter((part) => isNeeded(part) && (!isRequest || isKnown(part)));
  const fits = ({ topic }: Ranked) =>
    needed.every((part) => isMeant(topic, part) || isIn(new Set(wordsOf(topic)), part));
  const partsNamed = ({ topic }: Ranked) => {
    const { name, label = name, words = '' } = topic;
    const named = new Set(stemmedWords(stems(`${label} ${words}`.replaceAll('_', ' '))));
    return needed.filter((part) => isMeant(topic, part) || isIn(named, part)).length;
  };
  const fitting = needed.length === 0 ? [] : ranked.filter(fits);
  // A word of the description alone says little: `Delete a message that is not queued`.
  const max = Math.max(1, ...fitting.map(partsNamed));
  return { found: bestOf(fitting.filter((one) => partsNamed(one) === max)), isKnown: needed.some(isKnown) };
}

function isMeant({ name }: Topic, { targets }: Part): boolean {
  const own = name.replace(/^platform\./, '');
  return targets.some((target) => own === target || own.endsWith(`.${target}`) || own.startsWith(`${target}.`));
}

interface Part {
  readonly stems: readonly string[];
  readonly targets: readonly string[];
}

interface Ranked {
  readonly topic: Topic;
  readonly score: number;
}

const bestOf = (ranked: readonly Ranked[]): Topic[] =>
  ranked
    .filter(({ score }) => score >= LEAST * (ranked[0]?.score ?? 0))
    .slice(0, MAX_FOUND)
    .map(({ topic }) => topic);

async function rankTopics(question: string, { skills, commands }: Pick<Session, 'skills' | 'commands'>) {
  // The ranking loads when the first question is asked.
  const { rankByWords, stemmedWords } = await import('../../search/index.js');
  const topics = [
    ...[...walkRows(operations)].map(operationTopic),
    ...memberTopics(),
    ...(await skills()).map(skillTopic),
    ...commands.map(({ text, doc = '' }): Topic => ({ name: text, help: doc })),
    ...recipeTopics(),
    ...verbTopics(),
    ...pageTopics(),
  ];
  const texts = new Map(topics.map((topic) => [topic, stemmedWords(textOf(topic))]));
  const wordsOf = (topic: Topic) => texts.get(topic) ?? [];
  const targets = [...new Set(phrasesIn(question).flatMap((phrase) => phrase.targets))];
  const scores = new Map<Topic, number>();
  const add = (topic: Topic, score: number) => scores.set(topic, (scores.get(topic) ?? 0) + score);
  for (const { item, score } of rankByWords(stems(question), topics, wordsOf)) add(item, score);
  const meant = targets.map((target) => target.replaceAll(/[._]/g, ' ')).join(' ');
  for (const { item, score } of meant === '' ? [] : rankByWords(stems(meant), topics, wordsOf)) add(item, score / 2);
  for (const topic of topics) add(topic, bonusOf(topic, targets, scores.has(topic)));
  const isWord = !/\s/.test(question.trim());
  const ranked = [...scores]
    .map(([topic, score]) => ({
      topic,
      score: score * (topic.weight ?? 1) * (topic.spends && isWord ? OF_SPENDING : 1),
    }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score);
  return { ranked, wordsOf, known: new Set([...texts.values()].flat()) };
}

const textOf = ({ name, label = name, help, words = '' }: Topic) =>
  stems([label, label, label, help, help, words].join(' ').replaceAll('_', ' '));

/** Unifies the forms of a word: `verify`, `verified` and `verification`; `call` and `calling`. */
const stems = (text: string) =>
  text.toLowerCase().replace(/[a-z]{5,}/g, (word) => word.replace(/(?:ications?|ations?|ied|ies|ings?|ed|es?|y)$/, ''));

const MAX_PHRASE_LENGTH = 3;

/** The words of a question, and the names that its synonyms stand for. `text to speech` is one phrase, and not about a text. */
function phrasesIn(question: string): { readonly words: readonly string[]; readonly targets: readonly string[] }[] {
  const words = (question.toLowerCase().match(/\w+/g) ?? []).filter((word) => !/^(?:an?|the)$/.test(word));
  const found: ReturnType<typeof phrasesIn> = [];
  for (let index = 0; index < words.length; ) {
    let length = MAX_PHRASE_LENGTH;
    while (length > 0 && !Object.hasOwn(SYNONYMS, words.slice(index, index + length).join('_'))) length--;
    const phrase = words.slice(index, index + Math.max(1, length));
    found.push({ words: phrase, targets: (length > 0 && SYNONYMS[phrase.join('_')]) || [] });
    index += phrase.length;
  }
  return found;
}

const WHOLE_NAME = 8;
const LAST_NAME = 2;

function bonusOf({ name }: Topic, targets: readonly string[], isFound: boolean): number {
  const own = name.replace(/^platform\./, '');
  if (targets.some((target) => target.includes('.') && own === target)) return WHOLE_NAME;
  return isFound && targets.some((target) => own.endsWith(`.${target}`)) ? LAST_NAME : 0;
}

function operationTopic([name, row]: readonly [string, Row]): Topic {
  const fields = [...Object.keys(row.needs), ...Object.keys(row.takes), ...row.args.map((one) => one.name)];
  const isRare = /^(?:beyond|compat|logs)\./.test(name) || row.deprecated !== undefined;
  const isMessage = /^compat\.(?:messages|faxes)\./.test(name);
  return {
    name: `platform.${name}`,
    help: row.help,
    words: fields.join(' '),
    weight: isRare && !isMessage ? 0.75 : 1,
    ...(row.spends && { spends: true }),
  };
}

const memberTopics = (): Topic[] =>
  Object.entries(PRELOADED).flatMap(([object, { help, members }]) => [
    { name: object, help },
    ...Object.entries(members).map(([name, member]) => ({ name: `${object}.${name}`, help: member.help })),
  ]);

const skillTopic = ({ name, description, tools }: SkillOffer): Topic => ({
  name,
  help: description,
  words: `skill ${tools.join(' ')}`,
});
