import { setImmediate as nextTurn } from 'node:timers/promises';

const MAX_STARTS = 4;

/**
 * Does work with esbuild, and starts its process again if it has ended. A Ctrl-C in an editor or pager also ends it, because it
 * belongs to the same process group, and esbuild itself never starts it again.
 */
export async function withEsbuild<Result>(
  work: (esbuild: typeof import('esbuild')) => Promise<Result>,
): Promise<Result> {
  const esbuild = await import('esbuild');
  for (let start = 1; ; start++) {
    try {
      return await work(esbuild);
    } catch (error) {
      if (start === MAX_STARTS || !isWithoutService(error)) throw error;
      await esbuild.stop();
      // All work that failed with the process ends it before any starts the next one.
      await nextTurn();
    }
  }
}

const isWithoutService = (error: unknown): boolean =>
  error instanceof Error && /\bThe service (?:was stopped|is no longer running)/.test(error.message);
