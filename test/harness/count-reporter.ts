import type { Reporter, SerializedError, TestCase, TestModule } from 'vitest/node'

/**
 * Ends the output of a run with a line `failed: FILE > TEST: MESSAGE` for each failure, and `N passed, N failed`; a file that does not even
 * load counts as one failure.
 */
export default class CountReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly SerializedError[]): void {
    let passed = 0
    const failures = unhandledErrors.map(error => describe('outside of any test', [error]))
    for (const module of modules) {
      const tests = [...module.children.allTests()]
      passed += tests.filter(test => test.result().state === 'passed').length
      const failed = tests.filter(test => test.result().state === 'failed')
      failures.push(...failed.map(test => describe(`${module.relativeModuleId} > ${test.fullName}`, errorsOf(test))))
      // A fault outside the tests (an import, a hook) fails the file, with or without failed tests in it.
      if (failed.length === 0 && module.state() === 'failed')
        failures.push(describe(module.relativeModuleId, module.errors()))
    }
    // After the summary of the default reporter, which is written when all reporters were told.
    process.once('exit', () =>
      process.stdout.write([...failures, `${passed} passed, ${failures.length} failed`, ''].join('\n')),
    )
  }
}

function errorsOf(test: TestCase): readonly SerializedError[] {
  return test.result().errors ?? []
}

function describe(where: string, errors: readonly SerializedError[]): string {
  const [message = 'no message'] = (errors[0]?.message ?? '').split('\n').filter(line => line.trim() !== '')
  return `failed: ${where}: ${message}`
}
