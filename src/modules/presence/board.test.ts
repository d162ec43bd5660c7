import { beforeEach, expect, it } from 'vitest'
import { createBoard, type Board, type Sighting } from './board.ts'

let now = 0
let order = 0
let changes: number[] = []
let board: Board
beforeEach(() => {
  now = 0
  changes = []
  board = createBoard(
    () => now,
    artifactId => changes.push(artifactId),
  )
})

const see = (userId: number, given: Partial<Sighting> = {}): void =>
  board.note({ artifactId: 1, userId, tab: 'a', state: 'reading', fieldId: null, at: ++order, ...given })
const people = (artifactId = 1) =>
  board.people(artifactId).map(({ userId, state, fieldId }) => [userId, state, fieldId])

it('tells a person once, whatever the number of tabs, and editing before reading', () => {
  see(7)
  see(5, { tab: 'x', state: 'editing', fieldId: 3 })
  see(5, { tab: 'y' })
  expect(people()).toEqual([
    [5, 'editing', 3],
    [7, 'reading', null],
  ])
  see(5, { tab: 'x', state: 'gone' })
  expect(people()).toEqual([
    [5, 'reading', null],
    [7, 'reading', null],
  ])
  see(5, { tab: 'y', state: 'gone' })
  expect(people()).toEqual([[7, 'reading', null]])
})

it('tells of changes only, not of people who are still there', () => {
  see(7)
  see(7)
  see(7, { tab: 'b' })
  expect(changes).toEqual([1])
  see(7, { state: 'editing', fieldId: 2 })
  expect(changes).toEqual([1, 1])
  see(9, { state: 'gone' })
  expect(changes).toEqual([1, 1])
})

it('forgets people who were not seen for 45 seconds', () => {
  see(7)
  see(8)
  now = 44_000
  see(8)
  board.sweep()
  expect(people()).toHaveLength(2)
  now = 45_000
  expect(people()).toEqual([[8, 'reading', null]])
  board.sweep()
  expect(changes).toEqual([1, 1, 1])
  now = 89_000
  board.sweep()
  expect(people()).toEqual([])
  expect(board.isEmpty()).toBe(true)
})

it('remembers 50 tabs of an account', () => {
  for (let artifactId = 1; artifactId <= 51; artifactId++) see(7, { artifactId })
  expect(people(1)).toEqual([])
  expect(people(2)).toHaveLength(1)
  expect(people(51)).toHaveLength(1)
})

it('takes no sighting that is older than the last one, nor one from before the tab went', () => {
  see(7, { at: 10, state: 'editing', fieldId: 2 })
  see(7, { at: 9 })
  expect(people()).toEqual([[7, 'editing', 2]])
  see(7, { at: 12, state: 'gone' })
  see(7, { at: 11 })
  expect(people()).toEqual([])
  see(7, { at: 13 })
  expect(people()).toEqual([[7, 'reading', null]])
})
