import type { SendContext, TransportFault, WireRequest, WireResponse } from '../../http/index.js';
import type { SecretCutter } from '../../redact/index.js';
import { attempt, jsonOf } from '../../util/index.js';
import { type RequestCredential, shownHeader } from './request-credentials.js';

/** A request and its response in full, as sent and received. Secrets are redacted when a field is read. */
export interface RawExchange {
  readonly request: RawMessage;
  readonly response?: RawMessage;
  /** The credentials in the request, without their values. */
  readonly credentials: readonly RequestCredential[];
  /** Calls `read` with the request and response as sent and received, and redacts secrets in its result. */
  redacted<T>(read: (exchange: SentExchange) => T): T;
}

interface RawMessage {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

interface SentExchange {
  readonly request: WireRequest;
  readonly response?: WireResponse | undefined;
  readonly fault?: TransportFault | undefined;
}

interface RawParts extends SentExchange {
  readonly secrets: SecretCutter;
  readonly redact?: SendContext['redact'];
  readonly credentials: readonly RequestCredential[];
}

export function rawExchange({ secrets, credentials, redact = (value) => value, ...sent }: RawParts): RawExchange {
  const { request, response } = sent;
  const message = ({ headers, body = '' }: Pick<WireRequest, 'headers' | 'body'>): RawMessage => ({
    get headers() {
      return Object.fromEntries(
        Object.entries(headers).map(([name, value]) => [name, secrets.text(shownHeader(name, value))]),
      );
    },
    get body() {
      return secrets.text(asText(body));
    },
  });
  return {
    request: message(request),
    ...(response && { response: message(response) }),
    credentials,
    redacted: (read) => secrets.value(redact(read(sent))),
  };
}

/** The size of both bodies, as the log shows it. */
export const bodyBytes = (request: WireRequest, response?: WireResponse): number =>
  (request.body?.length ?? 0) + (response?.body.length ?? 0);

function asText(body: string | Uint8Array): string {
  if (typeof body === 'string') return body;
  const text = attempt(() => new TextDecoder('utf-8', { fatal: true }).decode(body));
  return text === undefined || text.includes('\0') ? `[${body.length} bytes that are not text]` : text;
}

export function fieldsOf(body: WireRequest['body']): Record<string, unknown> {
  if (typeof body !== 'string') return {};
  const fields = jsonOf(body);
  if (fields === undefined) return Object.fromEntries(new URLSearchParams(body));
  return typeof fields === 'object' && fields !== null ? (fields as Record<string, unknown>) : {};
}
