import { statSync } from 'node:fs';

type Changed = (path: string, kind: number) => void;
interface Watcher {
  close(): void;
}

export interface WatchingSystem {
  watchFile(path: string, changed: Changed, interval?: number): Watcher;
  watchDirectory?(path: string, changed: Changed): Watcher;
}

/** The compiler's `FileWatcherEventKind.Changed`. */
const CHANGED = 1;

/**
 * Replaces the compiler's file watching by polling, and returns the function that polls. The compiler watches the
 * folder of the notebook and all parent folders, and rebuilds its program after any write there, even when the notebook
 * is saved. So directories are not watched, and the user's files are polled only when the caller asks. Packages
 * installed while the kernel runs are found after a restart.
 */
export function watchByLooking(sys: WatchingSystem): () => void {
  const files = new Map<string, { readonly changed: Changed; time: number }>();
  const { watchFile } = sys;
  sys.watchDirectory = () => ({ close() {} });
  sys.watchFile = (path, changed, interval) => {
    if (isOfCompiler(path)) return watchFile(path, changed, interval);
    if (!path.includes('/node_modules/')) files.set(path, { changed, time: timeOf(path) });
    return { close: () => void files.delete(path) };
  };
  return () => {
    for (const [path, file] of files) {
      const time = timeOf(path);
      if (time === file.time) continue;
      file.time = time;
      file.changed(path, CHANGED);
    }
  };
}

/** Virtual files of tslab: the cell and the declarations before it. */
const isOfCompiler = (path: string) => /\/__(?:tslab__|prev__)\.(?:d\.)?[jt]s$/.test(path);

function timeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}
