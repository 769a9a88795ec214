#!/usr/bin/env node
import { main } from './main.js';

// `| head -1` closes the pipe early: there is nobody left to tell.
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1));

main(process.argv.slice(2)).then(
  (code) => {
    // A script may have set its own.
    if (code !== 0) process.exitCode = code;
  },
  async (error: unknown) => {
    process.exitCode = 1;
    const { writeErr } = await import('./output.js');
    writeErr(`patchbay: ${error instanceof Error ? error.message : String(error)}\n`);
  },
);
