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
    const [first, second, third, last] = [this.#next(), this.#next(), this.#next(), this.#next()];
    const version = hex4(0x4000 | (second & 0xfff));
    const variant = hex4(0x8000 | ((third >>> 16) & 0x3fff));
    return `${hex8(first)}-${hex4(second >>> 16)}-${version}-${variant}-${hex4(third & 0xffff)}${hex8(last)}`;
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

/** The hexadecimal numbers of one byte. */
const BYTES = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

const hex4 = (bits: number): string => `${BYTES[bits >>> 8]}${BYTES[bits & 0xff]}`;
const hex8 = (bits: number): string => hex4(bits >>> 16) + hex4(bits & 0xffff);
