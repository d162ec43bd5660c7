import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts', 'bench/**/*.test.ts', 'tools/**/*.test.ts', 'web/**/*.test.ts'],
    globalSetup: ['test/harness/global-setup.ts'],
    reporters: ['default', './test/harness/count-reporter.ts'],
    // Each worker has a database server, each file a database of its own.
    pool: 'forks',
    // One more than processors, for tests wait a lot: for disks, for processes that start and end. Vitest's own choice leaves one idle.
    maxWorkers: process.env['CROCUS_TEST_DATABASE_URL'] === undefined ? Math.min(availableParallelism() + 1, 8) : 1,
    testTimeout: 20_000,
    hookTimeout: 60_000,
  },
})
