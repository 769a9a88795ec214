import { hasTooManyValues, jsonOf } from '../../util/index.js';
import type { ShownMessage } from '../contract.js';

interface Message {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The headers and the body of a message, with JSON formatted. A longer body is cut. */
export function shownMessage({ headers, body }: Message, maxBody: number): ShownMessage {
  const text = body.length <= maxBody * 2 ? formatted(body) : body;
  return {
    headers: Object.entries(headers),
    body: text.slice(0, maxBody),
    bytes: Buffer.byteLength(body),
    isCut: text.length > maxBody,
  };
}

function formatted(body: string): string {
  if (!/^\s*[[{]/.test(body) || hasTooManyValues(body)) return body;
  const value = jsonOf(body);
  return value === undefined ? body : JSON.stringify(value, null, 2);
}
