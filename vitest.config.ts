import { readdirSync, readFileSync } from 'node:fs';
import { defineConfig } from 'vitest/config';
import { IS_LONG, RUN } from './test/support/rotation.js';

// Continuous integration counts the tests from this file.
const report = process.env.PATCHBAY_TEST_REPORT;

/**
 * Tests that change values of the process which are not restored, or that need values or modules which others change. V8
 * starts its check for side effects slowly in a process with much code.
 */
const alone = [
  'test/bench/{bench,egress}.test.ts',
  'test/eval/{corpus,preview}.test.ts',
  'test/repl/preview.test.ts',
  'test/cassette/dispatchers.test.ts',
  'test/docs/client.test.ts',
];

const files = readdirSync('test', { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.test\.tsx?$/.test(name))
  .map((name) => `test/${name}`)
  .sort();

/** Tests that evaluate the built program in their process, which must not hold the source of the same parts too. */
const RUNS_PROGRAM = /from '(?:[./]+(?:cases\/)?support|\.)\/(?:run-patchbay|command|report-commands)\.js'/;
const commands = files.filter((file) => RUNS_PROGRAM.test(readFileSync(file, 'utf8')));

/** Tests that only read our own files, or that run our own code on texts and documents. */
const SAME_ON_EACH_NODE = [
  'test/{assist,client,docs,fuzz,oracle,redact,sandbox,search,types}/**',
  'test/*.test.ts',
  'test/cases/*.test.ts',
  'test/bench/{hint-laws,hidden-parameters}.test.ts',
  'test/cli/{hostile-output,missing-files}.test.ts',
  'test/eval/unfinished-code.test.ts',
];
/**
 * Continuous integration runs a fifth of the others a second time, on a newer Node. Five successive runs take all files. The
 * fifth moves after 20 runs, so that it meets each share of the files that rotate.
 */
const fifth = (RUN + Math.floor(RUN / 20)) % 5;
const left =
  process.env.PATCHBAY_TESTS === 'node'
    ? [...SAME_ON_EACH_NODE, ...files.filter((_, index) => index % 5 !== fifth)]
    : [];

// The workers inherit it, so that all files test the same share.
if (process.env.PATCHBAY_TEST_RUN === undefined) {
  process.env.PATCHBAY_TEST_RUN = String(RUN);
  if (!IS_LONG)
    console.log(`Share ${RUN % 20} of 20 of the generated cases. To repeat: PATCHBAY_TEST_RUN=${RUN} npm test`);
}

// Each file leaves its process as it found it, so files follow each other in one: nothing is loaded again.
const shared = {
  isolate: false,
  // Less collecting of what dies young; and both cores are busy with tests, so threads of V8 only cost time.
  execArgv: ['--max-semi-space-size=64', '--single-threaded'],
  setupFiles: ['load-esbuild', 'network', 'unchanged', 'restore-network', 'restore-contexts', 'rotate-files'].map(
    (file) => `test/support/shared/${file}.ts`,
  ),
};

export default defineConfig({
  test: {
    testTimeout: 30_000,
    hookTimeout: 30_000,
    // Two cores. A worker waits a third of its time, for processes and timers of its tests.
    maxWorkers: 3,
    experimental: { fsModuleCache: true },
    reporters: report ? ['default', 'json'] : ['default'],
    ...(report && { outputFile: { json: report } }),
    projects: [
      {
        extends: true,
        test: {
          ...shared,
          name: 'source',
          include: ['test/**/*.test.{ts,tsx}'],
          exclude: ['test/slow/**', ...alone, ...commands, ...left],
        },
      },
      { extends: true, test: { ...shared, name: 'commands', include: commands, exclude: left } },
      { extends: true, test: { name: 'alone', include: alone, exclude: left } },
    ],
  },
});
