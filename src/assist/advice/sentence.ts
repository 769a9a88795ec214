import { isRow } from '../../client/index.js';
import type { Session } from '../complete/complete.js';
import { find } from '../complete/row-fields.js';
import { findTopics, type Topic } from '../help/find-topics.js';
import { PLACEHOLDER } from '../trial/sample.js';
import type { Trial } from '../trial/trial.js';
import { onOneLine, triedExample } from '../trial/tried-example.js';

/** Two or more words and nothing that code has: `list my numbers`, `how do I send a text?` */
const SENTENCE = /^[a-z][a-z'’-]*(?:,? [a-z0-9'’+-]+){1,20}[.?!]?$/i;
/** Code that is not finished begins with one of these. */
const KEYWORD =
  /^(?:const|let|var|function|class|import|export|return|if|for|while|do|await|new|async|type|interface|try|switch)\b/;
/** Two words are a sentence only if the first one asks for something. */
const REQUEST = /^(?:list|show|get|find|make|create|delete|remove|add|buy|send|call|ring|dial|phone|open|see|my)\s/i;
const MAX_LENGTH = 200;
const MAX_SHOWN = 3;

type Scope = Pick<Session, 'skills' | 'commands'> & { readonly newTrial: () => Trial };

/** Names what the help has on an input that is a sentence, not code. */
export async function onSentence(error: unknown, source: string, scope: Scope): Promise<string[]> {
  const sentence = source.trim().replace(/[.?!]$/, '');
  // `phone +12065550100` is a sum in TypeScript.
  const isSum = error instanceof ReferenceError && /^[a-z]+(?: [a-z]+)* \+\d+$/i.test(sentence);
  if (!(error instanceof SyntaxError || isSum) || sentence.length > MAX_LENGTH || !SENTENCE.test(sentence)) return [];
  if (KEYWORD.test(sentence) || !(sentence.split(' ').length > 2 || REQUEST.test(sentence))) return [];
  const topics = await findTopics(sentence, scope);
  const found = topics.filter(({ name }) => CALLABLE.test(name)).slice(0, MAX_SHOWN);
  const ring = await ringOf(sentence, scope);
  const example = ring ?? (QUESTION.test(sentence) ? undefined : await exampleOf(listInstead(found), sentence, scope));
  const lines = [
    ...(example === undefined ? [] : [`${example.includes(PLACEHOLDER) ? 'example' : 'try'}: ${example}`]),
    ...found.map(({ name, help }) => `${name}: ${help}`),
  ];
  return lines.length === 0 ? [] : [`This is not code. The help has, for .help ${sentence}`, ...lines];
}

/** A question asks for help, not for a call. */
const QUESTION = /^(?:what|why|how|who|when|where|which|is|are|can|do|does)\b/i;

/** The operation that fits best. Without an id, its list stands for `get`. */
function listInstead(found: readonly Topic[]): string {
  const [best = ''] = found.map(({ name }) => name);
  const list = best.replace(/\.get$/, '.list');
  return found.some(({ name }) => name === list) ? list : best;
}

const CALLABLE = /^(?:platform|sandbox)?\.\w/;

const TO_RING = /\b(?:ring|call|phone|dial)\b/i;

/** Returns the code that rings a number of the sandbox: the one in the sentence, or the first one. */
async function ringOf(sentence: string, { newTrial }: Scope): Promise<string | undefined> {
  if (!TO_RING.test(sentence)) return undefined;
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
