/** One word after `patchbay`. The help lists what the table of commands holds. */
export interface CliCommand {
  /** As it is typed, with what it takes: `run FILE.ts [args]`. */
  readonly usage: string;
  readonly help: string;
  run(args: readonly string[]): Promise<number>;
}
