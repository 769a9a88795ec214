import type { Terminal } from '@xterm/headless';

/** The types of pty.mjs, for the scripts in TypeScript that drive a terminal. */
export function onPty(
  command: string,
  options: { readonly columns?: number; readonly rows?: number; readonly env: NodeJS.ProcessEnv },
): {
  readonly terminal: Terminal;
  screen(): string[];
  cursorRow(): string;
  write(text: string): void;
  until(claim: () => boolean, what?: string): Promise<number>;
  close(): Promise<void>;
};
