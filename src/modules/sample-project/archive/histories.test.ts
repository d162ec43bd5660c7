import { describe, expect, it } from 'vitest'
import { bugHistories, sprintHistories, storyHistories, taskHistories } from './histories.ts'

const DAY = 86_400_000
const MONDAY = Date.parse('2026-11-23T00:10:00Z')

describe.each([0, 1, 2, 3, 4, 5, 6])('the histories of the sample project, %i days after a Monday', days => {
  const now = new Date(MONDAY + days * DAY + days * 3_500_000)

  it('are in the past, and in their order', () => {
    for (const history of [bugHistories, sprintHistories, storyHistories, taskHistories])
      for (const { key, edits } of history(now)) {
        const times = edits.map(({ at }) => at.getTime())
        expect(times, key).toEqual([...new Set(times)].toSorted((one, other) => one - other))
        expect(times.at(-1), key).toBeLessThan(now.getTime())
      }
  })

  it('have one sprint that is under way, with two stories that were done in it', () => {
    const day = (value: unknown): number => (value as Date).getTime()
    const current = sprintHistories(now).filter(
      ({ edits }) => edits.findLast(edit => 'status' in edit.values)?.values['status'] === 'Current',
    )
    expect(current.map(({ key }) => key)).toEqual(['p4'])
    const { start_date: start, end_date: end } = current[0]?.edits[0]?.values ?? {}
    expect(day(start)).toBeLessThan(now.getTime())
    expect(day(end) - day(start)).toBe(11 * DAY)
    expect([new Date(day(start)).getUTCDay(), new Date(day(end)).getUTCDay()]).toEqual([1, 5])
    const done = storyHistories(now).flatMap(({ key, edits }) => {
      const at = edits.find(edit => edit.values['status'] === 'Done')?.at.getTime()
      return at !== undefined && at >= day(start) ? [key] : []
    })
    expect(done).toEqual(['s8', 's9'])
  })
})
