import { isPlain, UsageError } from '../util/index.js';

/** Reads an argument that is a JSON object. */
export function jsonObject(name: string, text: string): Record<string, unknown> {
  let reason = '';
  try {
    const value: unknown = JSON.parse(text);
    if (isPlain(value)) return value;
  } catch (error) {
    reason = reasonOf(error, text);
  }
  throw new UsageError(`${name} must be a JSON object, not ${text}${reason}`);
}

/** Returns the parser's reason and the column. Some messages of Node.js name no position, only the character. */
function reasonOf(error: unknown, text: string): string {
  const message = error instanceof Error ? error.message : String(error);
  const [reason = ''] = message.split(/ in JSON at position|, "|, \.\.\./, 1);
  const [, character = ''] = /^Unexpected token '?(.)/u.exec(message) ?? [];
  const [first, second] = [text.indexOf(character), text.lastIndexOf(character)];
  const position = /at position (\d+)/.exec(message)?.[1] ?? (character !== '' && first === second ? first : undefined);
  const end = /^(?:Unexpected end|Unterminated)/.test(message) ? text.length : undefined;
  const place = position ?? end;
  return `: ${reason}${place === undefined ? '' : `, at column ${Number(place) + 1}`}`;
}
