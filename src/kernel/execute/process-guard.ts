/**
 * Keeps cells from ending the process that they share: `process.exit` throws, and unhandled errors are reported.
 * Returns the original `process.exit`.
 */
export function surviveCells(say: (what: string, error: unknown) => void): (code: number) => never {
  const exit = process.exit.bind(process);
  process.exit = ((code?: number) => {
    throw new ExitRefused(
      `process.exit(${code ?? ''}) does not end a notebook; restart or shut down the kernel instead`,
    );
  }) as typeof process.exit;
  process.on('unhandledRejection', (reason) => say('Unhandled rejection', reason));
  process.on('uncaughtException', (error) => say('Uncaught exception', error));
  return exit;
}

class ExitRefused extends Error {
  override readonly name = 'ExitRefused';
}
