import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import type { Connection } from './connection.js';
import type { Content, Header, Message } from './messages.js';

export const PROTOCOL_VERSION = '5.3';
const DELIMITER = '<IDS|MSG>';
/** The number of signatures to remember, to reject replayed messages. */
const REMEMBERED = 10_000;
/** Code that passes messages on is recursive, and ends with an error on a deeply nested one. */
const MAX_DEPTH = 100;

export interface Received extends Message {
  readonly ids: readonly Uint8Array[];
  /** Why the message cannot be processed, although its signature and header are valid. */
  readonly problem?: string;
}

/** Encodes messages as signed frames, and decodes frames that are signed with the connection's key. */
export interface Wire {
  readonly session: string;
  encode(
    type: string,
    content: Content,
    parent?: Header,
    ids?: readonly (string | Uint8Array)[],
    metadata?: Content,
  ): Encoded;
  decode(frames: readonly Uint8Array[]): Received;
}

interface Encoded {
  readonly header: Header;
  readonly frames: (string | Uint8Array)[];
}

export function createWire(connection: Pick<Connection, 'key' | 'signature_scheme'>, username: string): Wire {
  const session = randomUUID();
  const sign = signer(connection);
  const seen = new Set<string>();

  function encode(
    type: string,
    content: Content,
    parent?: Header,
    ids: readonly (string | Uint8Array)[] = [],
    metadata: Content = {},
  ): Encoded {
    const header: Header = {
      msg_id: randomUUID(),
      session,
      username,
      date: new Date().toISOString(),
      msg_type: type,
      version: PROTOCOL_VERSION,
    };
    const parts = [header, parent ?? {}, metadata, content].map((part) => JSON.stringify(part));
    return { header, frames: [...ids, DELIMITER, sign(parts), ...parts] };
  }

  function decode(frames: readonly Uint8Array[]): Received {
    const at = frames.findIndex((frame) => text(frame) === DELIMITER);
    const [signature, ...parts] = at < 0 ? [] : frames.slice(at + 1);
    if (!signature || parts.length < 4) throw new Error('not a Jupyter message');
    verify(text(signature), parts.slice(0, 4));
    const [header, parent, metadata, content] = parts.slice(0, 4).map((part): unknown => JSON.parse(text(part)));
    if (!isHeader(header)) throw new Error('no message header');
    return {
      ids: frames.slice(0, at),
      header,
      parent: isHeader(parent) ? parent : {}, // some clients send null
      metadata: isObject(metadata) ? metadata : {},
      content: isObject(content) ? content : {},
      ...problemOf(content),
    };
  }

  function verify(signature: string, parts: readonly Uint8Array[]): void {
    if (connection.key === '') return; // an empty key disables signatures
    const expected = Buffer.from(sign(parts));
    const given = Buffer.from(signature);
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) throw new Error('bad signature');
    if (seen.has(signature)) throw new Error('a message was sent twice');
    seen.add(signature);
    if (seen.size > REMEMBERED) seen.delete(seen.values().next().value as string);
  }

  return { session, encode, decode };
}

function isObject(value: unknown): value is Content {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function problemOf(content: unknown): { problem?: string } {
  if (!isObject(content)) return { problem: 'The content of the message must be a JSON object.' };
  if (isDeeper(content, MAX_DEPTH)) return { problem: `The message has more than ${MAX_DEPTH} levels of nesting.` };
  return typeof (content.code ?? '') === 'string' ? {} : { problem: 'The code in the message must be a string.' };
}

function isHeader(value: unknown): value is Header {
  const { msg_id, msg_type } = isObject(value) ? value : {};
  return typeof msg_id === 'string' && typeof msg_type === 'string' && !isDeeper(value, MAX_DEPTH);
}

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((one) => isDeeper(one, levels - 1));
}

function signer({ key, signature_scheme }: Pick<Connection, 'key' | 'signature_scheme'>) {
  const algorithm = signature_scheme.replace(/^hmac-/, '');
  return (parts: readonly (string | Uint8Array)[]): string => {
    if (key === '') return '';
    const hmac = createHmac(algorithm, key);
    for (const part of parts) hmac.update(part);
    return hmac.digest('hex');
  };
}

function text(frame: Uint8Array): string {
  return Buffer.from(frame.buffer, frame.byteOffset, frame.byteLength).toString('utf8');
}
