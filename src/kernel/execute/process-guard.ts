/** Cells share one process: what would end it is said instead. Answers the way that really ends it. */
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
