import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts', 'bench/**/*.test.ts', 'tools/**/*.test.ts', 'web/**/*.test.ts'],
    globalSetup: ['test/harness/global-setup.ts'],
    reporters: ['default', './test/harness/count-reporter.ts'],
    // Files share the one database server of the run, each with a database of its own.
    pool: 'forks',
    testTimeout: 20_000,
    hookTimeout: 60_000,
  },
})
