/**
 * Errors that nobody awaited: a timer or a forgotten promise of the user's. They are shown, and the bench stays open.
 * The answer stops it.
 */
export function hearUncaught(show: (error: unknown) => void): () => void {
  process.on('uncaughtException', show);
  process.on('unhandledRejection', show);
  return () => {
    process.off('uncaughtException', show);
    process.off('unhandledRejection', show);
  };
}
