import type { SprintText } from './content.ts'

/** The first three are done, the fourth is the current one, the last comes next. */
export const sprints: readonly SprintText[] = [
  {
    title: 'Sprint 14',
    goal: 'Passengers see the next departures, and find the stop.',
    capacity: 16,
    planned: [1],
    added: [2],
    review: 'Both stories are accepted. Walking times came in late, when the footpath data arrived.',
  },
  {
    title: 'Sprint 15',
    goal: 'A ticket without an account, which opens without reception.',
    capacity: 20,
    planned: [3, 4],
    added: [],
    review: 'Inspectors on line 7 read every ticket. The checkout lost one screen on the way.',
  },
  {
    title: 'Sprint 16',
    goal: 'Disruptions and broken lifts reach people before they leave the house.',
    capacity: 24,
    planned: [5, 6],
    added: [7],
    review: 'Saved places fitted in, because the facility feed was easier than we thought.',
  },
  {
    title: 'Sprint 17',
    goal: 'Release 4.1 is readable, and can be paid with the phone. Passenger counts of tram line 2 appear in the list.',
    capacity: 32,
    planned: [8, 9, 10, 12],
    added: [13],
  },
  {
    title: 'Sprint 18',
    goal: 'Monthly passes renew themselves.',
    capacity: 30,
    planned: [11, 14, 15],
    added: [],
  },
]
