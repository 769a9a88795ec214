/** Whether a recording lacked what was asked, however often that was told on. */
export function isMiss(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, kind } = error as { code?: unknown; kind?: unknown };
  return code === 'miss' || kind === 'miss' || isMiss(error.cause);
}
