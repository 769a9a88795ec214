import type { ReplOptions } from './options.js';

export type { Front } from './options.js';

/**
 * Opens the bench on a terminal and resolves with the exit code. The caller closes the bench. Terminals without escape
 * sequences (`TERM=dumb`) get a plain, line-based prompt.
 */
export async function openRepl(options: ReplOptions): Promise<number> {
  const { stdin = process.stdin, stdout = process.stdout, env = process.env } = options;
  if (!stdin.isTTY || !stdout.isTTY) throw new Error('the bench requires a terminal; use patchbay -e or patchbay run');
  if (env.TERM === 'dumb') return (await import('./open-plain.js')).openPlain(options);
  return (await import('./open-view.js')).openView(options);
}
