#!/usr/bin/env node
// Starts the command: `dist/cli.js`. The program is one file, and its compiled code is kept between runs.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Script } from 'node:vm';
import { codeCache } from './code-cache.js';

/** The build replaces it. */
declare const PROGRAM_HASH: string;

type Chunks = Map<string, unknown>;
type Program = (
  require: NodeJS.Require,
  load: (specifier: string) => Promise<object>,
  url: string,
  used: Chunks,
) => void;

const url = new URL('./program.cjs', import.meta.url);
const cache = codeCache({ hash: PROGRAM_HASH, url: url.href }, process.argv[2]);
const cachedData = cache.read();
const script = new Script(readFileSync(url, 'latin1'), {
  filename: url.href,
  ...(cachedData && { cachedData }),
});
const used: Chunks = new Map();
// At the end, the functions that ran are compiled, and so they are kept too.
process.once('exit', () => cache.update([...used.keys()], script.cachedDataRejected, () => script.createCachedData()));
(script.runInThisContext() as Program)(createRequire(url), (specifier) => import(specifier), url.href, used);
