#!/usr/bin/env node
import { main } from './main.js';

// `| head -1` closes the pipe early: there is nobody left to tell.
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1));

main(process.argv.slice(2)).then(
  (code) => {
    process.exitCode = code;
  },
  (error: unknown) => {
    process.stderr.write(`patchbay: ${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  },
);
