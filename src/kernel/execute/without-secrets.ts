import type { Bench } from '../../bench/index.js';
import type { ToSockets } from '../wire/messages.js';

/**
 * Not redacted here: the notebook already holds the code of a cell, redaction would shift the offsets of completions,
 * and the history is redacted when it is stored.
 */
const KEPT: ReadonlySet<string> = new Set(['execute_input', 'complete_reply', 'history_reply']);

/** Removes known secrets from a message, because notebooks store outputs, errors and replies. */
export function withoutSecrets(
  message: ToSockets,
  { text, value }: Pick<Bench['knownSecrets'], 'text' | 'value'>,
): ToSockets {
  if (typeof message === 'string') return text(message);
  if ((message.kind !== 'publish' && message.kind !== 'reply') || KEPT.has(message.type)) return message;
  return { ...message, content: value(message.content) };
}
