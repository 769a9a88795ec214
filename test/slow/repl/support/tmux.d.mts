/** A screen with one program, as far as the proofs in TypeScript use it. */
export interface Terminal {
  /** Waits until the screen shows a text, and returns the screen. */
  see(wanted: string | RegExp): Promise<string>;
  type(text: string): void;
  press(...keys: readonly string[]): void;
  close(): void;
}

interface TerminalOptions {
  readonly columns: number;
  readonly rows?: number;
  readonly env?: Readonly<Record<string, string | undefined>>;
}

export function openTerminal(command: string, options: TerminalOptions): Terminal;
