import { statSync } from 'node:fs';

type Changed = (path: string, kind: number) => void;
interface Watcher {
  close(): void;
}

/** What the compiler asks of the system to hear of changes. */
export interface WatchingSystem {
  watchFile(path: string, changed: Changed, interval?: number): Watcher;
  watchDirectory?(path: string, changed: Changed): Watcher;
}

/** `FileWatcherEventKind.Changed` of the compiler. */
const CHANGED = 1;

/**
 * The compiler watches the notebook's folder and all above it, and builds its program anew whenever anything is written
 * there: the notebook itself, for one. So no directory is watched, and files of the user's own are looked at only when
 * the answer does; what is installed while the kernel runs is seen after a restart.
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

/** The cell and what was declared before it: files that only tslab knows. */
const isOfCompiler = (path: string) => /\/__(?:tslab__|prev__)\.(?:d\.)?[jt]s$/.test(path);

function timeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}
