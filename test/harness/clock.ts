import type { Clock } from '../../src/platform/clock.ts'

/** A clock that stands still until a test moves it. */
export interface TestClock extends Clock {
  set(at: Date | string): void
  advance(milliseconds: number): void
}

export const testClock = (start: Date | string = '2026-03-02T10:00:00Z'): TestClock => {
  let at = new Date(start)
  return {
    now: () => new Date(at),
    set: to => (at = new Date(to)),
    advance: milliseconds => (at = new Date(at.getTime() + milliseconds)),
  }
}
