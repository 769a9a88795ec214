/** Generates deterministic ids from a seed. Its whole state is one number, apart from the ids that it must not generate. */
export class Ids {
  readonly #taken = new Set<string>();

  constructor(public state: number) {}

  /** The resources of a recording or a snapshot have ids that can come from the same seed. */
  reserve(ids: Iterable<string>): this {
    for (const id of ids) this.#taken.add(id);
    return this;
  }

  uuid(): string {
    let id = this.#nextUuid();
    while (this.#taken.has(id)) id = this.#nextUuid();
    return id;
  }

  #nextUuid(): string {
    const hex = Array.from({ length: 4 }, () => this.#next().toString(16).padStart(8, '0')).join('');
    const variant = ((Number.parseInt(hex[16] as string, 16) & 0x3) | 0x8).toString(16);
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
  }

  /** Returns `count` characters of an alphabet, such as the digits of a code. */
  pick(count: number, alphabet: string): string {
    return Array.from({ length: count }, () => alphabet[this.#next() % alphabet.length]).join('');
  }

  /** Returns a number from 0 up to 1. */
  random(): number {
    return this.#next() / 2 ** 32;
  }

  /** One 32-bit step of a splitmix generator. */
  #next(): number {
    this.state = (this.state + 0x9e3779b9) >>> 0;
    let mixed = this.state;
    mixed = Math.imul(mixed ^ (mixed >>> 16), 0x21f0aaad);
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
    return (mixed ^ (mixed >>> 15)) >>> 0;
  }
}
