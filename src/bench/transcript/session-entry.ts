import { type CassetteDocument, exchangeEntry, type SessionEntry, webhookEntry } from '../../cassette/index.js';
import { operationOf } from '../../client/index.js';
import { showError, showText } from '../../show/index.js';
import { codeOf, parseInput } from '../session/input.js';
import { isResult } from '../session/result.js';
import type { SessionEvent } from '../session/session-log.js';

const MAX_CHARACTERS = 10_000;
const SCREEN = { columns: 120, otherwise: '' };

/** Returns the input, output or error of an event for a recording. Dot commands and help are left out. */
export function sessionEntry(event: SessionEvent): SessionEntry | undefined {
  switch (event.kind) {
    case 'input': {
      if (event.isOfShell) return undefined;
      const input = parseInput(event.source);
      const source = input.kind === 'command' ? codeOf(input)?.code : codeOf(input) && event.source;
      return source === undefined ? undefined : { kind: 'input', source };
    }
    case 'console':
      if (event.isOfShell) return undefined;
      return { kind: 'output', stream: event.stream, text: shortened(event.text) };
    case 'output':
      return isResult(event.value) ? { kind: 'output', text: shortened(showText(event.value, SCREEN)) } : undefined;
    case 'error':
      return { kind: 'error', text: shortened(showError(event.error, { columns: SCREEN.columns })) };
    default:
      return undefined;
  }
}

/** Returns the exchange of an event. Undefined if the log no longer has it, or if nothing was sent. */
export function exchangeOf(event: SessionEvent): CassetteDocument | undefined {
  if (event.kind !== 'http' && event.kind !== 'webhook') return undefined;
  const { raw, ms } = event.exchange;
  return raw?.redacted((sent) =>
    event.kind === 'http'
      ? exchangeEntry(sent, { op: operationOf(sent.request), ms })
      : webhookEntry({ ...sent, event: event.purpose, ms }),
  );
}

const shortened = (text: string) => (text.length > MAX_CHARACTERS ? `${text.slice(0, MAX_CHARACTERS)}…` : text);
