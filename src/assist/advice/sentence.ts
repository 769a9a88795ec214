import { isRow } from '../../client/index.js';
import type { Session } from '../complete/complete.js';
import { find } from '../complete/row-fields.js';
import { findTopics, fittingTopics, type Topic } from '../help/find-topics.js';
import { SYNONYMS } from '../help/synonyms.js';
import { PLACEHOLDER } from '../trial/sample.js';
import type { Trial } from '../trial/trial.js';
import { onOneLine, triedExample } from '../trial/tried-example.js';

/** Two or more words and nothing that code has: `list my numbers`, `how do I send a text?` */
const SENTENCE = /^[a-z][a-z'’-]*(?:,? [a-z0-9'’+][a-z0-9'’+-]*){1,20}[.?!]?$/i;
/** Code that is not finished begins with one of these. */
const KEYWORD =
  /^(?:const|let|var|function|class|import|export|return|if|for|while|do|await|new|async|type|interface|try|switch)\b/;
const REQUEST =
  /^(?:list|show|get|find|make|create|delete|remove|add|buy|send|call|ring|dial|phone|open|see|my|greet|hang|record|play|answer|forward|transfer|stop|test)\s/i;
const MAX_LENGTH = 200;
const MAX_SHOWN = 3;

type Scope = Pick<Session, 'skills' | 'commands'> & { readonly newTrial: () => Trial };

/** Names what the help has on an input that is a sentence, not code. */
export async function onSentence(error: unknown, source: string, scope: Scope): Promise<string[]> {
  const sentence = source.trim().replace(/[.?!]$/, '');
  // `phone +12065550100` is a sum in TypeScript.
  const isSum = error instanceof ReferenceError && /^[a-z]+(?: [a-z]+)* \+\d+$/i.test(sentence);
  if (error instanceof ReferenceError && WORD.test(sentence)) return onWord(sentence, scope);
  if (!(error instanceof SyntaxError || isSum) || sentence.length > MAX_LENGTH || !SENTENCE.test(sentence)) return [];
  if (KEYWORD.test(sentence) || !(sentence.split(' ').length > 2 || isRequest(sentence))) return [];
  const core = sentence.replace(POLITE, '');
  // `numbers is None` is code of another language.
  if (!isRequest(core) && !OF_ENGLISH.test(sentence)) return [];
  if (/^why\b/i.test(sentence)) return ['This is not code. To explain the last error, type .why'];
  const topics = await fittingTopics(core, isRequest(core), scope);
  const found = topics.found.filter(({ name }) => CALLABLE.test(name)).slice(0, MAX_SHOWN);
  const ring = await ringOf(sentence, scope);
  const example = ring ?? (QUESTION.test(sentence) ? undefined : await exampleOf(listInstead(found), sentence, scope));
  const lines = [
    ...(example === undefined ? [] : [`${example.includes(PLACEHOLDER) ? 'example' : 'try'}: ${example}`]),
    ...found.map(({ name, help }) => `${name}: ${help}`),
  ];
  if (lines.length > 0) return [`This is not code. The help has, for .help ${sentence}`, ...lines];
  // The help can have something on a part of a sentence. Code of another language is no sentence.
  return topics.isKnown && OF_ENGLISH.test(sentence)
    ? [`This is not code. To search the help, type .help ${sentence}`]
    : [];
}

/** The start of a sentence before its verb. */
const POLITE = /^(?:(?:please|how (?:do|can|to)|can|could|i|you|we|want|need|would|like|let|me|us|to|set up)\b ?)+/i;
/** Words that no code has. */
const OF_ENGLISH = /\b(?:my|the|an?|i|you|we|how|why|what|who|when|where|please|does|did|do|can)\b/i;

/** A word of English, not the name of a variable of some program. */
const WORD = /^[a-z]{3,}$/;
/** Verbs with an object, for those who type only the verb. */
const VERBS: Readonly<Record<string, string>> = {
  add: 'a number',
  buy: 'a number',
  create: 'a queue',
  find: 'a number',
  get: 'my numbers',
  list: 'my numbers',
  make: 'a queue',
  remove: 'a queue',
  see: 'my numbers',
  send: 'a message',
  show: 'my numbers',
};

/** Names what the help has on a word. A verb alone has an object that is not known. */
async function onWord(word: string, scope: Scope): Promise<string[]> {
  const object = Object.hasOwn(VERBS, word) ? VERBS[word] : undefined;
  if (object !== undefined)
    return [`name what to ${word}, such as: ${word} ${object}. To see what the platform has, type platform?`];
  // Skills take long to load. A misspelt name must not wait for them.
  const topics = await findTopics(word, { ...scope, skills: async () => [] });
  // The words of an operation are the names of its fields.
  const isAbout = ({ name, words = '' }: Topic) =>
    wordsIn(name).includes(word) || (name.startsWith('.help ') && wordsIn(words).includes(word));
  const found = topics.filter((topic) => CALLABLE.test(topic.name) && isAbout(topic)).slice(0, MAX_SHOWN);
  return found.length === 0
    ? []
    : [`${word} is not code. The help has, for .help ${word}`, ...found.map(({ name, help }) => `${name}: ${help}`)];
}

/** The words of a name or a text, without the s of a plural. */
const wordsIn = (text: string): string[] =>
  text.match(/[a-z]+/g)?.flatMap((word) => [word, word.replace(/s$/, '')]) ?? [];

/** Two words are a sentence only if the first one asks for something. */
const isRequest = (sentence: string): boolean =>
  !STATEMENT.test(sentence) &&
  (REQUEST.test(sentence) || Object.hasOwn(SYNONYMS, sentence.split(' ', 1).join().toLowerCase()));

const STATEMENT = /^\S+ (?:is|are|was|were|in|not|and|or|has|does)\b/i;

/** A question asks for help, not for a call. */
const QUESTION = /^(?:what|why|how|who|when|where|which|is|are|can|do|does)\b/i;

/** The operation that fits best. Without an id, its list stands for `get`. */
function listInstead(found: readonly Topic[]): string {
  const [best = ''] = found.map(({ name }) => name);
  const list = best.replace(/\.get$/, '.list');
  return found.some(({ name }) => name === list) ? list : best;
}

const CALLABLE = /^(?:platform|sandbox)?\.\w/;

const TO_RING = /^(?:ring|call|phone|dial|test)\b/i;

/** Returns the code that rings a number of the sandbox: the one in the sentence, or the first one. */
async function ringOf(sentence: string, { newTrial }: Scope): Promise<string | undefined> {
  if (!TO_RING.test(sentence.replace(POLITE, ''))) return undefined;
  const number = /\+\d{6,15}\b/.exec(sentence)?.[0];
  const row = find(['phone_numbers', 'get']);
  const [argument] = row && isRow(row) ? row.args : [];
  const trial = newTrial();
  if (argument === undefined || !trial.isOfSession) return undefined;
  if (number !== undefined)
    return (await trial.identify('phone_numbers.get', argument, number)) && `await sandbox.ring('${number}')`;
  const isOwn = /\bnumber\b/i.test(sentence) && (await trial.idsFor('phone_numbers.get', argument)).length > 0;
  return isOwn ? 'await sandbox.ring((await platform.phone_numbers.list()).data[0].number)' : undefined;
}

/** Returns a call that succeeds in the sandbox, with the name in `a queue called support`. */
async function exampleOf(topic: string, sentence: string, { newTrial }: Scope): Promise<string | undefined> {
  const operation = topic.replace(/^platform\./, '');
  const row = topic === operation ? undefined : find(operation.split('.'));
  if (!row || !isRow(row) || row.spends || row.args.length > 0) return undefined;
  const name = /\b(?:called|named)\s+(\S+)$/i.exec(sentence)?.[1];
  const extra = name !== undefined && 'name' in { ...row.needs, ...row.takes } ? { name } : {};
  const example = await triedExample(operation, row, newTrial(), extra);
  return example && example.untried === undefined ? onOneLine(example.lines) : undefined;
}
