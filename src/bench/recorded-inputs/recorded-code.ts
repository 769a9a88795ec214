import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Answer, type GuestError, type GuestInput, Interpreter, type Offer } from '../../eval/index.js';
import { attempt, isDeeperThan, jsonOf, MAX_JSON_DEPTH } from '../../util/index.js';
import { GuestCalls, Message } from './guest-calls.js';

export interface RecordedCodeOptions {
  readonly script: string;
  readonly offer: Offer;
  readonly globals: ConstructorParameters<typeof GuestCalls>[0];
  /** The most memory of the interpreter. */
  readonly memoryBytes?: number;
  /** Receives what the code prints. */
  print(text: string): void;
  /** Receives an error that the code did not handle: one of this process, or the description of one of its own. */
  fail(error: unknown): void;
  /** Receives a name of Node.js that the code asked for. */
  absent(name: string): void;
  /** The code exceeded a limit. Does not return. */
  stop(why: string): never;
}

const MEMORY_BYTES = 128 * 2 ** 20;
const MAX_MESSAGES = 20_000;
const MAX_CHARACTERS = 16 * 2 ** 20;
/** The most characters of a value. */
const MAX_VALUE = 2 ** 20;
const MAX_TIMERS = 1_000;
const MAX_TIMER_MS = 2 ** 31 - 1;
const MAX_ERRORS = 1_000;

/** Runs the inputs of a recording in an interpreter, and performs what they ask for. */
export class RecordedCode {
  readonly #options: RecordedCodeOptions;
  readonly #calls: GuestCalls;
  readonly #errors: unknown[] = [];
  readonly #timers = new Set<NodeJS.Timeout>();
  #interpreter: Interpreter | undefined;
  #ended: (() => void) | undefined;
  #messages = 0;
  #characters = 0;
  #pending = 0;
  /** Whether the message is nested so deeply that its call must not be performed. */
  #isDeep = false;

  constructor(options: RecordedCodeOptions) {
    this.#options = options;
    this.#calls = new GuestCalls(options.globals, options.offer);
  }

  async start(): Promise<void> {
    const { script, offer, memoryBytes = MEMORY_BYTES } = this.#options;
    this.#interpreter = await Interpreter.start(script, {
      memoryBytes,
      offer,
      receive: (text) => this.#receive(text),
    });
  }

  /** Resolves when the input has ended, and the requests for which it did not wait. */
  async run(input: GuestInput): Promise<void> {
    const ended = new Promise<void>((resolve) => {
      this.#ended = resolve;
    });
    const refused = this.#interpreter?.run(input);
    if (refused) this.#options.fail(errorOf(refused));
    else await ended;
    do await nextTurn();
    while (this.#pending > 0);
  }

  /** Returns the values of variables that are data. The code decides what they contain. */
  valuesOf(names: readonly string[]): Record<string, unknown> {
    const texts = attempt(() => JSON.parse(this.#interpreter?.read(names) ?? '{}') as Record<string, unknown>) ?? {};
    const read = names.flatMap((name) => {
      const text = texts[name];
      if (typeof text !== 'string' || text.length > MAX_VALUE || isDeeperThan(MAX_JSON_DEPTH, text)) return [];
      const value = jsonOf(text);
      return value === undefined ? [] : [[name, value] as const];
    });
    return Object.fromEntries(read);
  }

  #receive(text: string): string | undefined {
    this.#messages += 1;
    this.#characters += text.length;
    const { stop } = this.#options;
    if (this.#messages > MAX_MESSAGES) stop(`more than ${MAX_MESSAGES} calls`);
    if (this.#characters > MAX_CHARACTERS) stop(`more than ${MAX_CHARACTERS} characters in calls`);
    const read = Message.safeParse(attempt(() => JSON.parse(text)));
    if (!read.success) return undefined;
    this.#isDeep = isDeeperThan(MAX_JSON_DEPTH, text);
    return this.#take(read.data);
  }

  #take(message: Message): string | undefined {
    switch (message.kind) {
      case 'print':
        this.#options.print(message.text);
        return undefined;
      case 'absent':
        this.#options.absent(message.name);
        return undefined;
      case 'rejection':
        this.#options.fail(this.#original(message.error));
        return undefined;
      case 'ended':
        if (message.error) this.#options.fail(this.#original(message.error));
        this.#ended?.();
        return undefined;
      case 'timer':
        this.#wait(message.id, message.ms);
        return undefined;
      case 'now':
        return this.#now(message);
      case 'call':
        if (this.#isDeep) void this.#answer(message.id, tooDeep);
        else
          void this.#answer(message.id, () =>
            message.iterate ? this.#calls.iterate(message) : this.#calls.perform(message),
          );
        return undefined;
      case 'next':
        void this.#answer(message.id, () => this.#calls.next(message.iterator));
        return undefined;
    }
  }

  #now(message: Extract<Message, { kind: 'now' }>): string {
    try {
      return answerText({ value: this.#isDeep ? tooDeep() : this.#calls.performNow(message) });
    } catch (error) {
      return answerText(this.#refusal(error));
    }
  }

  async #answer(id: number, perform: () => unknown): Promise<void> {
    this.#pending += 1;
    // The guest waits for its own call to return.
    await nextTurn();
    let text: string;
    try {
      text = answerText({ value: await perform() });
    } catch (error) {
      text = answerText(this.#refusal(error));
    }
    this.#interpreter?.answer(id, text);
    this.#pending -= 1;
  }

  #wait(id: number, ms: number): void {
    if (this.#timers.size >= MAX_TIMERS) this.#options.stop(`more than ${MAX_TIMERS} timers`);
    const timer = setTimeout(
      () => {
        this.#timers.delete(timer);
        this.#interpreter?.tick(id);
      },
      Math.min(ms, MAX_TIMER_MS),
    );
    this.#timers.add(timer);
  }

  /** Keeps an error, so that it is shown as it is if the code does not handle it. */
  #refusal(error: unknown): Answer {
    const { name, message, cause } = error instanceof Error ? error : new Error(String(error));
    if (this.#errors.length < MAX_ERRORS) this.#errors.push(error);
    const fields = typeof error === 'object' ? { ...error } : {};
    const because = cause instanceof Error && { cause: cause.message };
    return { error: { name, message, ref: this.#errors.length - 1, ...because, fields } };
  }

  #original(error: GuestError): unknown {
    return (error.ref !== undefined && this.#errors[error.ref]) || errorOf(error);
  }
}

function tooDeep(): never {
  throw new RangeError(`the arguments are nested more than ${MAX_JSON_DEPTH} levels deep`);
}

/** The result of a call as data. What is no data stays out. */
const answerText = (answer: Answer): string =>
  attempt(() => JSON.stringify(answer)) ??
  JSON.stringify({ error: { name: 'TypeError', message: 'the result is no data', ref: -1, fields: {} } });

function errorOf({ name, message, stack }: GuestError): Error {
  const error = new Error(`${message}${placeIn(stack)}`);
  error.stack = `${name}: ${message}`;
  return Object.defineProperty(error, 'name', { value: name || 'Error', configurable: true });
}

/** The first place in an input or a cell. Its text begins in line 2 of what the interpreter runs. */
function placeIn(stack: string): string {
  const [, kind, number, line] = /\((input|cell)-(\d+):(\d+)/.exec(stack) ?? [];
  return kind === undefined ? '' : ` (${kind} ${number}, line ${Math.max(1, Number(line) - 1)})`;
}
