import { basename } from 'node:path';
import { clean } from '../../show/index.js';

interface CellProgress {
  readonly cell: number;
  readonly of: number;
}

/** Shows progress in one line that is redrawn: `2 of 8 notebooks · 03-… 4/12`. Writes only to a terminal. */
export function notebookProgress(count: number, stream: Pick<NodeJS.WriteStream, 'isTTY' | 'columns' | 'write'>) {
  const running = new Map<string, CellProgress>();
  let ended = 0;

  function show(): void {
    if (!stream.isTTY || ended === count) return;
    const parts = [...running].map(([file, { cell, of }]) => `${basename(file, '.ipynb')} ${cell}/${of}`);
    const line = clean([`${ended} of ${count} ${count === 1 ? 'notebook' : 'notebooks'}`, ...parts].join(' · '));
    stream.write(`\r${line.slice(0, (stream.columns ?? 80) - 1)}\x1b[K`);
  }

  return {
    at(file: string, progress: CellProgress) {
      running.set(file, progress);
      show();
    },
    ended(file: string) {
      running.delete(file);
      ended++;
      show();
    },
    show,
    hide() {
      if (stream.isTTY) stream.write('\r\x1b[K');
    },
  };
}
