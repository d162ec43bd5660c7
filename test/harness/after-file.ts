// What ends with the tests of a file. A hook of the test framework that another hook or a test registers never runs, and nothing says so.
import { afterAll } from 'vitest'

const steps: (() => unknown)[] = []

/** Does this when the file's tests are over, the last one first, each whatever the others do. For hooks, tests and what they call. */
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
