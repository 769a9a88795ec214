import { createHash } from 'node:crypto';
import { type FSWatcher, statSync, watch } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Ring } from '../../sandbox/index.js';
import { Sheet } from '../../show/index.js';
import { attempt, Mistake, UsageError } from '../../util/index.js';
import type { CommandContext, CommandResult } from '../shared-command.js';
import { callStory } from './call-story.js';
import { documentIn, filesIn, foldersIn, isDocumentName } from './documents/document-files.js';
import { pathsBeside } from './documents/folder-server.js';
import { storyDifference } from './story-difference.js';

/** An editor writes a file in several steps. */
const QUIET_MS = 50;

/** Rings, and rings again when a file changes, until the user ends it. Later stories are shown as their difference. */
export function watchDocument(
  document: string,
  ring: () => Promise<Ring>,
  { interruptible, print, log }: Pick<CommandContext, 'interruptible' | 'print' | 'log'>,
): Promise<CommandResult> {
  return interruptible(async (signal) => {
    const changes = changesOf(document, signal);
    let last: Ring | undefined;
    let version: string | undefined;
    try {
      do {
        const current = versionOf(document);
        if (current === version) continue;
        version = current;
        try {
          const call = await ring();
          await print(last === undefined ? callStory(call) : differenceSheet(document, last, call));
          last = call;
        } catch (error) {
          if (!(error instanceof UsageError || error instanceof Mistake)) throw error;
          await print(error.message);
        }
        log(`waits for changes of ${document}. Ctrl-C ends`);
      } while (await changes.next());
    } finally {
      changes.close();
    }
    return {};
  });
}

function differenceSheet(document: string, before: Ring, after: Ring): Sheet | string {
  const difference = storyDifference(before, after);
  return difference === undefined
    ? `${document} changed: the story is the same`
    : new Sheet([{ title: `${document} changed` }, { lines: difference, of: 'words' }]);
}

/** Resolves after each change of the files. */
function changesOf(document: string, signal: AbortSignal) {
  const isFolder = statSync(document, { throwIfNoEntry: false })?.isDirectory() === true;
  let isChanged = false;
  let wake = () => {};
  const notice = () => {
    isChanged = true;
    wake();
  };
  const watchers = new Map<string, FSWatcher>();
  // An editor may replace a file, so folders are watched. A recursive watch of Node.js 20 loses a file that is replaced.
  const follow = () => {
    const folders = isFolder ? (attempt(() => [...foldersIn(document)]) ?? []) : [dirname(document)];
    for (const folder of folders) {
      if (watchers.has(folder)) continue;
      const watcher = attempt(() => watch(folder, notice));
      if (!watcher) continue;
      watchers.set(folder, watcher);
      watcher.on('error', () => {
        watcher.close();
        watchers.delete(folder);
        notice();
      });
    }
  };
  follow();
  signal.addEventListener('abort', () => wake());
  return {
    /** Returns false when the user ended the command. */
    async next(): Promise<boolean> {
      if (!isChanged && !signal.aborted) await new Promise<void>((resolve) => (wake = resolve));
      if (signal.aborted) return false;
      await setTimeout(QUIET_MS);
      isChanged = false;
      follow();
      return !signal.aborted;
    },
    close() {
      for (const watcher of watchers.values()) watcher.close();
    },
  };
}

/** The contents of the files as one text. A file that cannot be read now is read after the next change. */
function versionOf(document: string): string {
  const isFolder = statSync(document, { throwIfNoEntry: false })?.isDirectory() === true;
  const hash = createHash('sha256');
  // The files beside a document answer its relative URLs.
  const beside = () => pathsBeside(dirname(document), '').filter(isDocumentName);
  const files = isFolder ? filesIn(document) : [document, ...beside().map((name) => join(dirname(document), name))];
  for (const file of files) {
    hash.update(`${file}\n`);
    hash.update(attempt(() => documentIn(file)) ?? '');
  }
  return hash.digest('hex');
}
