import { type CassetteDocument, exchangeNumbers, type WebhookEntry } from '../../cassette/index.js';
import { type Exchange, exchangesIn } from './exchange.js';
import { traps } from './traps/index.js';
import type { Hit, Story } from './traps/trap.js';

export interface NamedHit {
  readonly trap: string;
  readonly hit: Hit;
}

/** The places where a known trap matches. */
export const hitsIn = (exchanges: readonly Exchange[], documents: readonly CassetteDocument[]): NamedHit[] => {
  const story = { exchanges, webhooks: webhooksIn(documents) };
  return traps.flatMap(({ name, find }) => find(story).map((hit) => ({ trap: name, hit })));
};

function webhooksIn(documents: readonly CassetteDocument[]): Story['webhooks'] {
  const numbers = exchangeNumbers(documents);
  return documents.flatMap((document, i) =>
    // `kind` decides the type, but an entry of another kind may have any field.
    document.kind === 'webhook' ? [{ number: numbers[i] ?? 0, entry: document as WebhookEntry }] : [],
  );
}

/**
 * The known cause of the failure of one request, without numbers of other exchanges, so that a part of the recording
 * has the same one. Undefined if no trap matches.
 */
export function knownCause(documents: readonly CassetteDocument[], index: number): string | undefined {
  const found = hitsIn(exchangesIn(documents), documents).find(({ hit }) => hit.at.index === index);
  return found && `${found.trap}: ${found.hit.cause.replaceAll(/\b\d{1,6}\b/g, '#')}`;
}
