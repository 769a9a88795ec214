import { defineConfig } from 'vitest/config';
import { IS_LONG, RUN } from './test/support/rotation.js';

// Continuous integration counts the tests from this file.
const report = process.env.PATCHBAY_TEST_REPORT;

/** Folders whose tests leave a process as they found it, and so may follow each other in one: nothing is loaded again. */
const SHARING = ['client', 'oracle', 'redact', 'sandbox', 'search', 'show', 'skills', 'util', 'web'];
const sharing = [
  ...SHARING.map((folder) => `test/${folder}/**/*.test.{ts,tsx}`),
  // The others replace the dispatcher of fetch.
  'test/assist/**/!(places|signature).test.{ts,tsx}',
  'test/cases/**/!(export|issue-exports).test.{ts,tsx}',
  'test/cassette/**/!(dispatchers).test.{ts,tsx}',
];

/** Tests that only read our own files, or that run our own code on texts and documents. */
const SAME_ON_EACH_NODE = [
  'test/{assist,client,docs,fuzz,oracle,redact,sandbox,search,types}/**',
  'test/*.test.ts',
  'test/cases/*.test.ts',
  'test/bench/{hint-laws,hidden-parameters}.test.ts',
  'test/cli/{hostile-output,missing-files}.test.ts',
  'test/eval/unfinished-code.test.ts',
];
// Continuous integration runs the others a second time, on a newer Node.
const left = process.env.PATCHBAY_TESTS === 'node' ? SAME_ON_EACH_NODE : [];

// The workers inherit it, so that all files test the same share.
if (process.env.PATCHBAY_TEST_RUN === undefined) {
  process.env.PATCHBAY_TEST_RUN = String(RUN);
  if (!IS_LONG)
    console.log(`Share ${RUN % 20} of 20 of the generated cases. To repeat: PATCHBAY_TEST_RUN=${RUN} npm test`);
}

export default defineConfig({
  test: {
    testTimeout: 30_000,
    hookTimeout: 30_000,
    maxWorkers: 2,
    reporters: report ? ['default', 'json'] : ['default'],
    ...(report && { outputFile: { json: report } }),
    projects: [
      {
        extends: true,
        test: {
          name: 'sharing',
          include: sharing,
          exclude: left,
          isolate: false,
          setupFiles: ['test/support/unchanged.ts'],
        },
      },
      {
        extends: true,
        test: { name: 'alone', include: ['test/**/*.test.{ts,tsx}'], exclude: ['test/slow/**', ...sharing, ...left] },
      },
    ],
  },
});
