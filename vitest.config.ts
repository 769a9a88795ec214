import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: { include: ['test/**/*.test.{ts,tsx}'], exclude: ['test/slow/**'], testTimeout: 20_000, maxWorkers: 2 },
});
