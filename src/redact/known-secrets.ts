import { applyEditsToSource } from './code/code.js';
import { secretsInCode } from './code/secrets-in-code.js';
import { isCredentialVariable } from './detect/credential-name.js';
import { isOrdinaryWord } from './detect/ordinary-words.js';
import { connectionSecrets, secretParts } from './detect/secret-parts.js';
import { applyAll, applyEdits } from './replace/edits.js';
import { CUT, type SecretCutter, secretCutter, secretEdits } from './secrets.js';

export interface SecretRegistry {
  /** `variable`: the environment variable that contains the secret. */
  add(secret: string | undefined, options?: { readonly variable?: string | undefined }): void;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** The limit for secrets found in typed code. The oldest are forgotten first. */
const MAX_TYPED = 500;

/**
 * All known secrets of a session, redacted in everything that it stores or shows: credentials and hidden parameters
 * (`add`), environment variables (`addVariables`) and credentials in typed code (`input`). A value that could be an
 * ordinary word is redacted only where it is a whole text, or is assigned to a name.
 */
export class KnownSecrets implements SecretCutter, SecretRegistry {
  readonly #known = new Set<string>();
  readonly #words = new Set<string>();
  readonly #typed = new Set<string>();
  readonly #variables = new Map<string, string>();
  #environment = new Map<string, string>();
  #cutter: SecretCutter | undefined;
  #edits: ReturnType<typeof secretEdits> | undefined;

  constructor(env: Environment = {}) {
    this.addVariables(env);
  }

  add(secret: string | undefined, { variable }: { readonly variable?: string | undefined } = {}): void {
    if (secret === undefined || secret.trim() === '') return;
    if (variable !== undefined) this.#variables.set(secret.trim(), variable);
    for (const part of secretParts(secret)) this.#remember(part, isUnmistakable(part) ? this.#known : this.#words);
  }

  /** Reads the environment again, because variables may be set or loaded from a file at any time. */
  addVariables(env: Environment): void {
    for (const [name, value = ''] of Object.entries(env)) {
      if (this.#environment.get(name) === value) continue;
      this.#environment.set(name, value);
      const secrets = isCredentialVariable(name) ? secretParts(value) : connectionSecrets(value);
      for (const secret of secrets) {
        if (!isUnmistakable(secret)) continue;
        this.#remember(secret, this.#known);
        if (!this.#variables.has(secret)) this.#variables.set(secret, name);
      }
    }
  }

  /** The environment variable that contains this secret, if it is known. */
  variableOf = (secret: string): string | undefined => this.#variables.get(secret.trim());

  /** The secrets that can be searched for in any text. */
  get known(): readonly string[] {
    return [...this.#known, ...this.#typed];
  }

  /** Redacts typed code for the history, and remembers its secrets. Code that parsed before still parses. */
  input(source: string): string {
    const written = secretsInCode(source);
    for (const { value } of written)
      if (value !== CUT && isUnmistakable(value) && !this.#known.has(value)) this.#remember(value, this.#typed);
    for (const oldest of this.#typed) {
      if (this.#typed.size <= MAX_TYPED) break;
      this.#typed.delete(oldest);
    }
    const kept = applyEdits(
      source,
      written.map(({ start, end, isNumber }) => ({ start, end, replacement: isNumber ? `'${CUT}'` : CUT })),
    );
    return applyAll(kept, (this.#edits ??= secretEdits(this.known)), applyEditsToSource);
  }

  /** Returns a redactor for these secrets, all known secrets, and all secrets that are added later. */
  including(secrets: Iterable<string | undefined>): SecretCutter {
    const own = secretCutter(secrets);
    return { text: (value) => this.text(own.text(value)), value: (value) => this.value(own.value(value)) };
  }

  text = (value: string): string => this.#now.text(value);
  value = <T>(value: T): T => this.#now.value(value);

  get #now(): SecretCutter {
    return (this.#cutter ??= secretCutter(this.known, { words: this.#words }));
  }

  #remember(secret: string, into: Set<string>): void {
    if (into.has(secret)) return;
    into.add(secret);
    this.#cutter = undefined;
    this.#edits = undefined;
  }
}

/** Long enough, and not a plain word: redacting it anywhere does not damage ordinary text. */
const isUnmistakable = (secret: string): boolean =>
  secret.length >= 6 && !/^[a-z]{1,9}$/.test(secret) && !isOrdinaryWord(secret);
