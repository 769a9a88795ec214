import type { ChildProcess } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { type Cassette, type CassetteDocument, type CassetteHeader, parseCassette } from '../../cassette/index.js';
import { compileGuestInput } from '../../eval/index.js';
import { attempt, jsonOf, Lines, Mistake, plainLine, tooManyOpenFiles } from '../../util/index.js';
import { spawnIsolated } from './isolated-process.js';
import { type AssignedInput, type Assignment, type Order, REPORT_FD, Report } from './messages.js';
import type { RecordedInput } from './recorded-inputs.js';

export interface RunInputsOptions {
  /** An input that takes longer is stopped, with the process. */
  readonly timeoutMs: number;
  /** Addresses whose requests go to the sandbox, whichever client sends them. */
  readonly maps?: readonly string[];
  /** Stops the process. */
  readonly signal?: AbortSignal;
  /** Receives what the code prints, on stdout and stderr. */
  write(text: string): void;
  /** Decides before each input. By default, all inputs run. `stop` leaves out this input and all later ones. */
  before?(input: RecordedInput): Promise<Order | 'stop'>;
  /** Receives the exchanges so far when an input has ended. */
  after?(input: RecordedInput, exchanges: readonly CassetteDocument[]): void;
}

export interface RanInputs {
  readonly exchanges: readonly CassetteDocument[];
  /** Such as what the sandbox could not be populated with. */
  readonly notes: readonly string[];
  /** What inputs asked for that a program of Node.js has, and recorded code has not. */
  readonly absent: readonly { readonly input: number; readonly name: string }[];
  /** The inputs that failed, and the first line of each error. `isOfRequest`: the error is that of a failed request. */
  readonly failed: readonly { readonly input: number; readonly text: string; readonly isOfRequest: boolean }[];
  /** Why not all inputs ran to their ends: a sentence without its last dot. */
  readonly ended?: { readonly why: 'exit' | 'timeout' | 'interrupted' | 'quit' | 'limit'; readonly text: string };
}

/**
 * Evaluates the inputs of a recording on a sandbox with its resources, in an interpreter in a process of its own. The
 * caller shows the code to the user first.
 */
export async function runInProcess(
  { header, documents }: Pick<Cassette, 'header' | 'documents'>,
  inputs: readonly RecordedInput[],
  options: RunInputsOptions,
): Promise<RanInputs> {
  const compiled = await Promise.all(inputs.map(assigned));
  const child = await spawnIsolated('inputs-process.js', { isRestricted: true });
  return new InputRun(child, inputs, options).result({ header, documents, inputs: compiled, maps: options.maps ?? [] });
}

const assigned = ({ number, source }: RecordedInput): Promise<AssignedInput> =>
  compileGuestInput(source, `input-${number}`).then(
    (compiled) => ({ number, compiled }),
    (error: Error) => ({ number, refused: `${error.name}: ${error.message} (input ${number})` }),
  );

/** A note can contain names of the code, which must not look like lines of the report. */
const MAX_NOTE = 1_000;
const MAX_OUTPUT = 2 ** 20;
const MAX_REASON = 4000;
/** Longer than the largest response of the sandbox. */
const MAX_REPORT_LENGTH = 64 * 2 ** 20;
const MAX_REPORTED = 128 * 2 ** 20;

class InputRun {
  readonly #child: ChildProcess;
  readonly #inputs: readonly RecordedInput[];
  readonly #options: RunInputsOptions;
  readonly #exchanges: CassetteDocument[] = [];
  readonly #notes: string[] = [];
  readonly #absent: { readonly input: number; readonly name: string }[] = [];
  readonly #failed: RanInputs['failed'][number][] = [];
  #current: RecordedInput | undefined;
  #isDone = false;
  #ended: RanInputs['ended'];
  #timer: NodeJS.Timeout | undefined;
  #printed = 0;
  #early = '';

  constructor(child: ChildProcess, inputs: readonly RecordedInput[], options: RunInputsOptions) {
    this.#child = child;
    this.#inputs = inputs;
    this.#options = options;
  }

  async result(assignment: Assignment): Promise<RanInputs> {
    const { signal } = this.#options;
    const interrupt = () => this.#stop('interrupted', 'the code was interrupted');
    signal?.addEventListener('abort', interrupt);
    for (const stream of [this.#child.stdout, this.#child.stderr])
      stream?.setEncoding('utf8').on('data', (text: string) => this.#print(text));
    const reports = this.#reports(this.#child.stdio[REPORT_FD] as Readable); // `stdio` makes it a pipe
    this.#send(assignment);
    const closed = new Promise<number | string>((resolve, reject) => {
      this.#child.once('error', reject);
      this.#child.once('close', (code, by) => resolve(code ?? by ?? 1));
    });
    for await (const line of reports) {
      const read = Report.safeParse(jsonOf(line));
      if (read.success && !this.#ended) await this.#take(read.data, assignment.header);
    }
    const status = await closed;
    clearTimeout(this.#timer);
    signal?.removeEventListener('abort', interrupt);
    if (!this.#isDone && !this.#current && !this.#ended)
      throw new Mistake(
        `the process for the code of the recording did not start (${status})${this.#early === '' ? '' : `: ${tooManyOpenFiles(this.#early) ?? this.#early.trim().slice(0, MAX_REASON)}`}`,
      );
    if (!this.#isDone) this.#ended ??= { why: 'exit', text: this.#sentence(`ended the process (${status})`) };
    return {
      exchanges: this.#exchanges,
      notes: this.#notes,
      absent: this.#absent,
      failed: this.#failed,
      ...(this.#ended && { ended: this.#ended }),
    };
  }

  async *#reports(pipe: Readable): AsyncGenerator<string> {
    const waiting: string[] = [];
    let bytes = 0;
    const lines = new Lines({
      max: MAX_REPORT_LENGTH,
      line: (text) => void waiting.push(text),
      tooLong: () => this.#stop('limit', this.#sentence('received a response that is too long')),
    });
    for await (const chunk of pipe) {
      bytes += chunk.length;
      if (bytes > MAX_REPORTED) this.#stop('limit', this.#sentence('sent more requests than a replay keeps'));
      lines.add(chunk);
      yield* waiting.splice(0);
    }
  }

  async #take(report: Report, header: CassetteHeader): Promise<void> {
    switch (report.kind) {
      case 'ready':
        return this.#decide(report.input);
      case 'exchange':
        return this.#keep(report.document, header);
      case 'note':
        this.#notes.push(plainLine(report.text, MAX_NOTE));
        return;
      case 'absent':
        this.#absent.push({ input: report.input, name: report.name });
        return;
      case 'failed': {
        const { input, text, isOfRequest } = report;
        this.#failed.push({ input, text: plainLine(text, MAX_NOTE), isOfRequest });
        return;
      }
      case 'stopped':
        return this.#stop('limit', this.#sentence(`was stopped: ${report.text}`));
      case 'done':
        this.#isDone = true;
        this.#finishInput();
    }
  }

  #keep(document: unknown, header: CassetteHeader): void {
    const text = `${JSON.stringify(header)}\n${JSON.stringify(document)}\n`;
    const read = attempt(() => parseCassette(text, 'report'));
    if (read) this.#exchanges.push(...read.documents);
    else this.#stop('limit', this.#sentence('sent a request that a recording cannot hold'));
  }

  async #decide(number: number): Promise<void> {
    this.#finishInput();
    const input = this.#inputs[number - 1];
    this.#current = input;
    const early = this.#early;
    this.#early = '';
    if (early !== '') this.#print(early);
    const order = (input && (await this.#options.before?.(input))) ?? 'run';
    if (order === 'stop') return this.#stop('quit', 'the later inputs were not evaluated');
    const { timeoutMs } = this.#options;
    const why = `took longer than ${timeoutMs / 1000} s and was stopped`;
    this.#timer = setTimeout(() => this.#stop('timeout', this.#sentence(why)), timeoutMs);
    this.#send(order);
  }

  #finishInput(): void {
    clearTimeout(this.#timer);
    if (this.#current) this.#options.after?.(this.#current, this.#exchanges);
  }

  #sentence(what: string): string {
    return `input ${this.#current?.number} ${what}`;
  }

  #stop(why: NonNullable<RanInputs['ended']>['why'], text: string): void {
    this.#ended ??= { why, text };
    this.#child.kill('SIGKILL');
  }

  #send(message: Assignment | Order): void {
    const stdin = this.#child.stdin as Writable; // `stdio` makes it a pipe
    attempt(() => stdin.write(`${JSON.stringify(message)}\n`));
  }

  #print(text: string): void {
    // The report that the first input begins comes on another pipe. Without it, this is why the process cannot start.
    if (!this.#current) {
      this.#early = (this.#early + text).slice(0, MAX_OUTPUT + 1);
      return;
    }
    const room = MAX_OUTPUT - this.#printed;
    if (room <= 0) return;
    this.#printed += text.length;
    this.#options.write(text.slice(0, room));
    if (text.length >= room) this.#options.write(`\n[more than ${MAX_OUTPUT} characters: the rest is not printed]\n`);
  }
}
