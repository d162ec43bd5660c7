import type { Reporter, TestModule } from 'vitest/node'

/** Ends the output of a run with `N passed, N failed`; a file that does not even load counts as one failure. */
export default class CountReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly unknown[]): void {
    let passed = 0
    let failed = unhandledErrors.length
    for (const module of modules) {
      const tests = [...module.children.allTests()]
      passed += tests.filter(test => test.result().state === 'passed').length
      const failures = tests.filter(test => test.result().state === 'failed').length
      // A fault outside the tests (an import, a hook) fails the file, with or without failed tests in it.
      failed += failures === 0 && module.state() === 'failed' ? 1 : failures
    }
    // After the summary of the default reporter, which is written when all reporters were told.
    process.once('exit', () => process.stdout.write(`${passed} passed, ${failed} failed\n`))
  }
}
