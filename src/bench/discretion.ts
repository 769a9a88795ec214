import { CUT, type SecretCutter, secretCutter, secretsInCode } from '../redact/index.js';

/** Shorter ones, and words of the language, are cut where they were typed, and not wherever else they stand. */
const isTelling = (secret: string) => secret.length >= 6 && !/^[a-z]{1,9}$/.test(secret);
/** The latest that are looked for everywhere. */
const MOST = 500;

/** Keeps what a session knows to be secret out of everything that is kept of it or shown later. */
export class Discretion implements SecretCutter {
  readonly #secrets: Set<string>;
  #cutter: SecretCutter;

  constructor(env: NodeJS.ProcessEnv = {}) {
    this.#secrets = new Set(secretsOf(env));
    this.#cutter = secretCutter(this.#secrets);
  }

  /** Secrets that were typed, or stand in the environment. */
  get known(): readonly string[] {
    return [...this.#secrets];
  }

  /** An input as it may be kept. What is secret in it is remembered. */
  input(source: string): string {
    const written = secretsInCode(source);
    this.#learn(written.map(({ value }) => value).filter(isTelling));
    let kept = '';
    let end = 0;
    for (const one of written) {
      kept += source.slice(end, one.start) + CUT;
      end = one.end;
    }
    return this.text(kept + source.slice(end));
  }

  /** Cuts these too, and whatever becomes known later. */
  besides(secrets: Iterable<string | undefined>): SecretCutter {
    const own = secretCutter(secrets);
    return { text: (value) => this.text(own.text(value)), value: (value) => this.value(own.value(value)) };
  }

  text = (value: string): string => this.#cutter.text(value);
  value = <T>(value: T): T => this.#cutter.value(value);

  #learn(secrets: readonly string[]): void {
    const fresh = secrets.filter((secret) => secret !== CUT && !this.#secrets.has(secret));
    if (fresh.length === 0) return;
    for (const secret of fresh) this.#secrets.add(secret);
    for (const secret of this.#secrets) {
      if (this.#secrets.size <= MOST) break;
      this.#secrets.delete(secret);
    }
    this.#cutter = secretCutter(this.#secrets);
  }
}

/** What the environment holds under a name that says secret. */
const secretsOf = (env: Readonly<Record<string, string | undefined>>): string[] =>
  Object.entries(env).flatMap(([name, value = '']) =>
    /TOKEN|SECRET|PASSWORD|API_?KEY/i.test(name) && isTelling(value) ? [value] : [],
  );
