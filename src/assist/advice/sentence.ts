import type { Session } from '../complete/complete.js';
import { findTopics } from '../help/find-topics.js';

/** Three or more words and nothing that code has: `list my numbers`, `how do I send a text?` */
const SENTENCE = /^[a-z][a-z'’-]*(?:,? [a-z0-9'’+-]+){2,20}[.?!]?$/i;
/** Code that is not finished begins with one of these. */
const KEYWORD =
  /^(?:const|let|var|function|class|import|export|return|if|for|while|do|await|new|async|type|interface|try|switch)\b/;
const MAX_LENGTH = 200;
const MAX_SHOWN = 3;

/** Names what the help has on an input that is a sentence, not code. */
export async function onSentence(
  error: unknown,
  source: string,
  session: Pick<Session, 'skills' | 'commands'>,
): Promise<string[]> {
  const sentence = source.trim();
  if (!(error instanceof SyntaxError) || sentence.length > MAX_LENGTH || !SENTENCE.test(sentence)) return [];
  if (KEYWORD.test(sentence)) return [];
  const topics = await findTopics(sentence.replace(/[.?!]$/, ''), session);
  const callable = topics.filter(({ name }) => /^(?:platform)?\./.test(name));
  const found = callable.slice(0, MAX_SHOWN).map(({ name, help }) => `${name}: ${help}`);
  return found.length === 0 ? [] : [`This is not code. The help has, for .help ${sentence}`, ...found];
}
