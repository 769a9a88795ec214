/**
 * Shows errors that no code handled, such as those of a timer or an unawaited promise, and keeps the bench open. Call
 * the returned function to stop.
 */
export function hearUncaught(show: (error: unknown) => void): () => void {
  process.on('uncaughtException', show);
  process.on('unhandledRejection', show);
  return () => {
    process.off('uncaughtException', show);
    process.off('unhandledRejection', show);
  };
}
