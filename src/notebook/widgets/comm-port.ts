type Data = Readonly<Record<string, unknown>>;

export interface Comm {
  readonly id: string;
  send(data: Data): void;
  close(): void;
}

export interface CommHandlers {
  onMessage(data: Data): void | Promise<void>;
  onClose?(): void;
}

/** A cell, or the message of a front end, to which output belongs. */
export type Source = object;

/** The connection to the front end of a notebook, if the kernel has one. */
export interface CommPort {
  /** Whether a user runs the cell in a notebook, which may show widgets. */
  readonly isNotebook: boolean;
  readonly source: Source | undefined;
  open(target: string, data: Data, handlers: CommHandlers, metadata?: Data): Comm;
  accept(target: string, accept: (comm: Comm) => CommHandlers): void;
  /** Runs a handler of the user's code as a job of its cell. Shows its error, and does not reject. */
  runHandler(source: Source, handler: () => unknown): Promise<void>;
  /** Adds a cell with this code after the running cell. */
  setNextInput(code: string): void;
}
