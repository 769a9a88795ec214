import { tooManyOpenFiles } from '../util/index.js';
import { exit } from './exit.js';
import { main } from './main.js';

// `| head -1` closes the pipe early. That is not an error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => exit(error.code === 'EPIPE' ? 0 : 1));

/** Resolves when the command has returned. What it started may keep the process alive. */
export const ended = main(process.argv.slice(2)).then(
  (code) => {
    // Keep an exit code that a script has set.
    if (code !== 0) process.exitCode = code;
  },
  async (error: unknown) => {
    process.exitCode = 1;
    const { writeErr } = await import('./output.js');
    const text = error instanceof Error ? error.message : String(error);
    writeErr(`patchbay: ${tooManyOpenFiles(text) ?? text}\n`);
  },
);
