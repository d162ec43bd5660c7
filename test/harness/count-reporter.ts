import type { Reporter, SerializedError, TestCase, TestModule } from 'vitest/node'

/** On a machine with other work, tests take five times as long: one that takes more than this of its limit fails there. */
const SHARE_OF_LIMIT = 1 / 5
/** Files whose time is told: they decide how long a run takes. */
const LONGEST_FILES = 15

/**
 * Ends the output of a run. A line `time: …` tells each of the longest files, and a line `slow: …` each test that came near its time limit. A
 * line `repeated: …` tells each test that passed only at its second try, and a line `failed: FILE > TEST: MESSAGE` each failure. The last line is
 * `N passed, N failed`; a file that does not even load counts as a failure.
 */
export default class CountReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly SerializedError[]): void {
    let passed = 0
    const slow: string[] = []
    const repeated: string[] = []
    const failures = unhandledErrors.map(error => describe('outside of any test', [error]))
    for (const module of modules) {
      const tests = [...module.children.allTests()]
      passed += tests.filter(test => test.result().state === 'passed').length
      slow.push(...tests.flatMap(test => slowness(module, test)))
      repeated.push(...tests.flatMap(test => repetition(module, test)))
      const failed = tests.filter(test => test.result().state === 'failed')
      failures.push(...failed.map(test => describe(`${module.relativeModuleId} > ${test.fullName}`, errorsOf(test))))
      // A fault outside the tests (an import, a hook) fails the file, with or without failed tests in it.
      if (failed.length === 0 && module.state() === 'failed')
        failures.push(describe(module.relativeModuleId, module.errors()))
    }
    // After the summary of the default reporter, which is written when all reporters were told.
    process.once('exit', () =>
      process.stdout.write(
        [
          ...longestFiles(modules),
          ...slow,
          ...repeated,
          ...failures,
          `${passed} passed, ${failures.length} failed`,
          '',
        ].join('\n'),
      ),
    )
  }
}

/** A line about each of the longest files: its tests, hooks and imports in seconds. */
export function longestFiles(
  modules: readonly (Pick<TestModule, 'relativeModuleId'> & {
    diagnostic(): Pick<ReturnType<TestModule['diagnostic']>, 'duration' | 'collectDuration'>
  })[],
): string[] {
  return modules
    .map(module => ({ file: module.relativeModuleId, ...module.diagnostic() }))
    .map(({ file, duration, collectDuration }) => ({ file, seconds: (duration + collectDuration) / 1000 }))
    .sort((one, other) => other.seconds - one.seconds)
    .slice(0, LONGEST_FILES)
    .map(({ file, seconds }) => `time: ${seconds.toFixed(1)} s ${file}`)
}

/** The parts of a test that its time depends on. */
interface TimedTest extends Pick<TestCase, 'fullName'> {
  readonly options: Pick<TestCase['options'], 'timeout'>
  readonly project: { readonly config: { readonly testTimeout: number } }
  diagnostic(): { readonly duration: number } | undefined
}

/** The line about a test that came near its time limit. */
export function slowness(module: Pick<TestModule, 'relativeModuleId'>, test: TimedTest): string[] {
  const limit = test.options.timeout ?? test.project.config.testTimeout
  const duration = test.diagnostic()?.duration ?? 0
  if (limit === 0 || duration <= limit * SHARE_OF_LIMIT) return []
  const [taken, allowed] = [duration, limit].map(milliseconds => (milliseconds / 1000).toFixed(1))
  return [`slow: ${module.relativeModuleId} > ${test.fullName}: ${taken} s of ${allowed}`]
}

/** The line about a test that failed first and passed when it was repeated, with what it failed of. */
export function repetition(
  module: Pick<TestModule, 'relativeModuleId'>,
  test: Pick<TestCase, 'fullName'> & {
    result(): { readonly state: string; readonly errors?: readonly { readonly message: string }[] | undefined }
    diagnostic(): { readonly flaky: boolean } | undefined
  },
): string[] {
  if (test.diagnostic()?.flaky !== true) return []
  return [`repeated: ${module.relativeModuleId} > ${test.fullName}: ${firstLine(test.result().errors?.[0]?.message)}`]
}

function firstLine(message = ''): string {
  return message.split('\n').find(line => line.trim() !== '') ?? 'no message'
}

function errorsOf(test: TestCase): readonly SerializedError[] {
  return test.result().errors ?? []
}

function describe(where: string, errors: readonly SerializedError[]): string {
  return `failed: ${where}: ${firstLine(errors[0]?.message)}`
}
