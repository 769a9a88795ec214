import { defineConfig } from 'vitest/config';

// Continuous integration counts the tests from this file.
const report = process.env.PATCHBAY_TEST_REPORT;

/** Folders whose tests leave a process as they found it, and so may follow each other in one: nothing is loaded again. */
const SHARING = ['client', 'redact', 'sandbox', 'search', 'show', 'skills', 'web'];
const sharing = SHARING.map((folder) => `test/${folder}/**/*.test.{ts,tsx}`);

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
        test: { name: 'sharing', include: sharing, isolate: false, setupFiles: ['test/support/unchanged.ts'] },
      },
      {
        extends: true,
        test: { name: 'alone', include: ['test/**/*.test.{ts,tsx}'], exclude: ['test/slow/**', ...sharing] },
      },
    ],
  },
});
