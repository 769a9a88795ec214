import type { Bench } from '../../bench/index.js';
import type { ToSockets } from '../wire/messages.js';

/** The code of a cell is in its notebook already. Completions replace text at places that must not move. */
const KEPT: ReadonlySet<string> = new Set(['execute_input', 'complete_reply', 'history_reply']);

/** A message as it leaves the kernel: outputs, errors and answers are kept in notebooks, and hold no known secret. */
export function withoutSecrets(
  message: ToSockets,
  { text, value }: Pick<Bench['discretion'], 'text' | 'value'>,
): ToSockets {
  if (typeof message === 'string') return text(message);
  if ((message.kind !== 'publish' && message.kind !== 'reply') || KEPT.has(message.type)) return message;
  return { ...message, content: value(message.content) };
}
