import { defineConfig } from 'vitest/config';

// Continuous integration counts the tests from this file.
const report = process.env.PATCHBAY_TEST_REPORT;

export default defineConfig({
  test: {
    include: ['test/**/*.test.{ts,tsx}'],
    exclude: ['test/slow/**'],
    testTimeout: 30_000,
    hookTimeout: 30_000,
    maxWorkers: 2,
    reporters: report ? ['default', 'json'] : ['default'],
    ...(report && { outputFile: { json: report } }),
  },
});
