import { isRecord, readJson } from '../../request/read-json.js';
import { CARD, type CardVault, withoutEntries } from '../../state/card-vault.js';
import type { NewRequest } from '../run/outcome.js';

/** The entries that only the connector may see. The others are in the callbacks, as the platform documents. */
const SECRET: ReadonlySet<string> = new Set(['payment-card-number', 'security-code', 'bank-account-number']);

/** Whether only the connector may see this entry. */
export const isSecretEntry = (name: string): boolean => SECRET.has(name);

type Entries = Readonly<Record<string, string | undefined>>;

/** Replaces the secret entries by their references. Data of a step is stored in this form. */
export const sealed = <T extends Entries>(vault: CardVault, entries: T): T =>
  mapped(entries, (name, entry) => (isSecretEntry(name) ? vault.seal(entry) : entry));

/** The entries of references. Undefined if they were entered in another process. */
export function opened<T extends Entries>(vault: CardVault, entries: T): T | undefined {
  const found = mapped(entries, (_, entry) => vault.open(entry));
  return Object.keys(found).length === Object.keys(entries).length ? found : undefined;
}

export const LOST = 'the card was entered in another process. A snapshot does not contain the entries of a payment';

function mapped<T extends Entries>(entries: T, change: (name: string, entry: string) => string | undefined): T {
  const changed = Object.entries(entries).flatMap(([name, entry = '']) => {
    const after = change(name, entry);
    return after === undefined ? [] : [[name, after] as const];
  });
  return Object.fromEntries(changed) as unknown as T; // The same names.
}

/** The request to a connector. Its secret fields are added when it is sent, and masked everywhere else. */
export function connectorRequest(
  vault: CardVault,
  url: string,
  body: Readonly<Record<string, unknown>>,
  secret: Readonly<Record<string, string | undefined>>,
): NewRequest {
  const given = Object.entries(secret).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as const],
  );
  const masked = Object.fromEntries(given.map(([name]) => [name, CARD]));
  const headers = { 'content-type': 'application/json' };
  return {
    request: { method: 'POST', url, headers, body: JSON.stringify({ ...body, ...masked }) },
    document: null,
    secret: Object.fromEntries(given.map(([name, value]) => [name, vault.seal(value)])),
  };
}

/**
 * The body of such a request as the connector receives it. Undefined if a field was entered in another process, or if a
 * restored snapshot has another body.
 */
export function withSecret(
  vault: CardVault,
  body: string,
  secret: Readonly<Record<string, string>>,
): string | undefined {
  const fields = opened(vault, secret);
  const read = readJson(body);
  return fields && 'value' in read && isRecord(read.value) ? JSON.stringify({ ...read.value, ...fields }) : undefined;
}

/** The answer of a connector without the entries of its request, which it may repeat. JSON stays JSON. */
export function withoutSecret(vault: CardVault, text: string, secret: Readonly<Record<string, string>>): string {
  const entries = Object.values(secret).flatMap((reference) => vault.open(reference) ?? []);
  const cut = (value: unknown): unknown => {
    if (typeof value === 'string') return withoutEntries(value, entries);
    if (typeof value === 'number') return entries.includes(String(value)) ? CARD : value;
    if (Array.isArray(value)) return value.map(cut);
    return isRecord(value) ? Object.fromEntries(Object.entries(value).map(([name, one]) => [name, cut(one)])) : value;
  };
  if (withoutEntries(text, entries) === text) return text;
  const read = readJson(text);
  return 'value' in read ? JSON.stringify(cut(read.value)) : withoutEntries(text, entries);
}
