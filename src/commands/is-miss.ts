/** Returns whether an error, or any of its causes, is a request that a recording lacks. */
export function isMiss(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, kind } = error as { code?: unknown; kind?: unknown };
  return code === 'miss' || kind === 'miss' || isMiss(error.cause);
}
