import type { ReplOptions } from './options.js';

/**
 * Opens the bench on a terminal. Resolves with the exit code; the bench stays the caller's to close.
 * A terminal that understands no escape sequences (`TERM=dumb`) gets a plain prompt, line by line.
 */
export async function openRepl(options: ReplOptions): Promise<number> {
  const { stdin = process.stdin, stdout = process.stdout, env = process.env } = options;
  if (!stdin.isTTY || !stdout.isTTY) throw new Error('the bench opens only on a terminal');
  if (env.TERM === 'dumb') return (await import('./open-plain.js')).openPlain(options);
  return (await import('./open-view.js')).openView(options);
}
