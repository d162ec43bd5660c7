import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import babel from '@rolldown/plugin-babel'
import { defineConfig } from 'vitest/config'
import { sentences } from './tools/web/sentences.ts'
import LongestFirst from './test/harness/longest-first.ts'

// Compiling the sources is most of what a start takes, and servers and commands are started a hundred times.
process.env['NODE_COMPILE_CACHE'] ??= join(import.meta.dirname, 'node_modules/.cache/crocus-tests')

export default defineConfig({
  plugins: [babel({ presets: [sentences] })],
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts', 'bench/**/*.test.ts', 'tools/**/*.test.ts', 'web/**/*.test.ts'],
    globalSetup: ['test/harness/global-setup.ts'],
    reporters: ['default', './test/harness/count-reporter.ts'],
    // Each worker has a database server, each file a database of its own.
    pool: 'forks',
    // One more than processors, for tests wait a lot: for disks, for processes that start and end. Vitest's own choice leaves one idle.
    maxWorkers: process.env['CROCUS_TEST_DATABASE_URL'] === undefined ? Math.min(availableParallelism() + 1, 8) : 1,
    sequence: { sequencer: LongestFirst },
    testTimeout: 20_000,
    hookTimeout: 60_000,
    expect: {
      // A test without an assertion fails.
      requireAssertions: true,
      // Long enough for a machine that is busy with other files; whatever is in time is seen soon.
      poll: { timeout: 10_000, interval: 20 },
    },
  },
})
