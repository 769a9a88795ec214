import { hasCheckDigit } from '../../util/index.js';

/** What people see in place of a card number or a code. */
export const CARD = '[card]';

/**
 * The entries of payments: card numbers, security codes and account numbers. The state contains only their references, so
 * that no snapshot, story or recording contains an entry. A vault is in memory only and has no serialized form.
 */
export class CardVault {
  readonly #entries: string[] = [];
  readonly #references = new Map<string, string>();
  readonly #listeners = new Set<(number: string) => void>();

  /** Stores an entry and returns its reference. */
  seal(entry: string): string {
    const known = this.#references.get(entry);
    if (known !== undefined) return known;
    const reference = `[card ${this.#entries.push(entry)}]`;
    this.#references.set(entry, reference);
    const digits = entry.replace(/\D/g, '');
    if (hasCheckDigit(digits)) for (const listener of this.#listeners) listener(digits);
    return reference;
  }

  /** The entry of a reference. Other texts are their own entry. Undefined if another process stored it. */
  open(text: string): string | undefined {
    const [, number] = REFERENCE.exec(text) ?? [];
    return number === undefined ? text : this.#entries[Number(number) - 1];
  }

  /** Seals the entries of a script that contains a card: the codes of the card are among the others. */
  sealScript(entries: readonly (string | null)[]): readonly (string | null)[] {
    if (!entries.some((one) => hasCheckDigit(String(one).replace(/\D/g, '')))) return entries;
    return entries.map((one) => (one === null || one.length < MIN_CODE ? one : this.seal(one)));
  }

  /** Calls `listener` with each card number that is entered. The returned function removes the listener. */
  follow(listener: (number: string) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}

const REFERENCE = /^\[card (\d{1,9})\]$/;
/** A security code has three digits. */
const MIN_CODE = 3;

/** A scripted entry as people may see it. */
export const maskedEntry = (entry: string): string => (REFERENCE.test(entry) ? CARD : entry);
