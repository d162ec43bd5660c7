// Steps after the tests of a file. A hook of the test framework that another hook or a test registers never runs, without a warning.
import { afterAll } from 'vitest'

const steps: (() => unknown)[] = []

/** Runs the step after the file's tests, the last registered one first; a failing step does not stop the rest. */
export const afterFile = (step: () => unknown): void => void steps.push(step)

afterAll(async () => {
  const errors: unknown[] = []
  for (const step of steps.splice(0).toReversed()) {
    try {
      await step()
    } catch (error) {
      errors.push(error)
    }
  }
  if (errors.length > 0) throw new AggregateError(errors, 'not all could be ended')
}, 120_000)
