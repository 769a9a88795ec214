// The messages between an interpreter and the code inside it, the guest. Each is a text of JSON.

/** How a name that the host offers behaves in the guest. */
export type MemberKind =
  /** A method that returns a promise. */
  | 'promise'
  /** A method that returns a list, which can be awaited for its first page or iterated. */
  | 'listing'
  /** A method that returns its result. */
  | 'now'
  /** A method that returns a time. */
  | 'time'
  /** A property. */
  | 'value';

/** The names that the guest has. Everything that it can reach is in here. */
export interface Offer {
  /** What errors call the code, such as `recorded code`. */
  readonly subject: string;
  /** Paths such as `sandbox.clock.now`. */
  readonly members: readonly (readonly [path: string, kind: MemberKind])[];
  /** Members that are offered again for a client with other options: `platform`, and what `new RestClient()` returns. */
  readonly client: { readonly name: string; readonly constructor: string };
  readonly constants: Readonly<Record<string, unknown>>;
  /** Classes of errors. An error of the host with this name is an instance of it. */
  readonly errors: readonly string[];
  /** Specifiers of `import`, with the names above that they export. */
  readonly modules: Readonly<Record<string, readonly string[]>>;
  /** Names that a program of Node.js has. The guest has none of them, and tells the host when code asks for one. */
  readonly absent: readonly string[];
}

/** The options of a client: those of its constructor, then those of each `with`. */
export type ClientOptions = readonly unknown[];

/** An error that left the guest. */
export interface GuestError {
  readonly name: string;
  readonly message: string;
  readonly stack: string;
  /** The number that the host gave this error when it left the host. */
  readonly ref?: number;
}

/** From the guest. `id` asks for an answer with this number. */
export type GuestMessage =
  | { readonly kind: 'print'; readonly stream: 'stdout' | 'stderr'; readonly text: string }
  | ({ readonly kind: 'call'; readonly id: number; readonly iterate?: boolean } & Asked)
  | ({ readonly kind: 'now' } & Asked)
  | { readonly kind: 'next'; readonly id: number; readonly iterator: number }
  | { readonly kind: 'timer'; readonly id: number; readonly ms: number }
  | { readonly kind: 'absent'; readonly name: string }
  | { readonly kind: 'rejection'; readonly error: GuestError }
  | { readonly kind: 'ended'; readonly error?: GuestError };

interface Asked {
  readonly path: string;
  readonly args: readonly unknown[];
  /** The numbers of the arguments that are undefined, which JSON cannot express. */
  readonly holes?: readonly number[];
  readonly options?: ClientOptions;
}

/** From the host: the answer to a `call` or `next`, or the result of a `now`. */
export interface Answer {
  readonly value?: unknown;
  readonly error?: HostError;
}

export interface HostError {
  readonly name: string;
  readonly message: string;
  readonly ref: number;
  /** The message of its cause. */
  readonly cause?: string;
  /** Its own properties. */
  readonly fields: Readonly<Record<string, unknown>>;
}

/** The names of an input, as `compileInput` found them. */
export interface InputNames {
  readonly declared: readonly (readonly [name: string, kind: string])[];
  readonly assigned: readonly (readonly [name: string, isPlain: boolean])[];
  readonly imports: readonly {
    readonly specifier: string;
    readonly bindings: readonly { readonly local: string; readonly imported: string }[];
  }[];
}

/** What the guest gives the interpreter. */
export interface Guest {
  offer(text: string): void;
  /** Runs the function of an input. The guest says `ended`. */
  run(start: unknown, text: string): void;
  answer(id: number, text: string): void;
  tick(id: number): void;
  /** `names`: a JSON list of variables. Returns their values as a JSON object, in which the text of each is JSON. */
  read(names: string): string;
  rejected(reason: unknown): void;
}

/** Gives the interpreter a message. Only a `now` is answered at once. */
export type Send = (text: string) => string | undefined;
