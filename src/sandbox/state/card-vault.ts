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
    const digits = digitsOf(entry);
    if (isCardSized(digits)) this.tell(digits);
    return reference;
  }

  /** Reports an entry that is secret, because a payment asked for it. */
  tell(digits: string): void {
    if (digits !== '') for (const listener of this.#listeners) listener(digits);
  }

  /** The entry of a reference. Other texts are their own entry. Undefined if another process stored it. */
  open(text: string): string | undefined {
    const [, number] = REFERENCE.exec(text) ?? [];
    return number === undefined ? text : this.#entries[Number(number) - 1];
  }

  /** Seals the entries of a script that contains a card, valid or not: the codes of the card are among the others. */
  sealScript(entries: readonly (string | null)[]): readonly (string | null)[] {
    if (!entries.some((one) => isCardSized(digitsOf(String(one))))) return entries;
    return entries.map((one) => (one === null || one.length < MIN_CODE ? one : this.seal(one)));
  }

  /** Calls `listener` with each card number and each code that is entered. The returned function removes the listener. */
  follow(listener: (number: string) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}

const digitsOf = (entry: string): string => entry.replace(/\D/g, '');
/** A number with a wrong check digit is secret too: the caller mistyped a card. */
const isCardSized = (digits: string): boolean => /^\d{12,19}$/.test(digits);

/** Replaces entries in a text of the connector, which may repeat what it received. */
export const withoutEntries = (text: string, entries: readonly string[]): string =>
  entries.reduce((rest, entry) => (entry.length < MIN_CODE ? rest : rest.replace(standing(entry), CARD)), text);

/** Digits that are not part of a longer number or name. */
const standing = (digits: string): RegExp => new RegExp(`(?<![\\w.])${digits.replace(/\D/g, '')}(?!\\w|\\.\\d)`, 'g');

const REFERENCE = /^\[card (\d{1,9})\]$/;
/** A security code has three digits. */
const MIN_CODE = 3;

/** A scripted entry as people may see it. */
export const maskedEntry = (entry: string): string => (REFERENCE.test(entry) ? CARD : entry);
