import { bugs } from '../content/bugs.ts'
import type { Comment } from '../content/content.ts'
import type { Author } from '../content/people.ts'
import { sprints } from '../content/sprints.ts'
import { stories } from '../content/stories.ts'
import { dateIn, numberOf, timesBetween } from './timeline.ts'

export type Value = string | number | Date | readonly string[] | { readonly people: readonly Author[] } | LinkValue
export interface LinkValue {
  readonly links: readonly { readonly to: string; readonly type: string }[]
}

export interface Edit {
  readonly by: Author
  readonly at: Date
  readonly values: Readonly<Record<string, Value>>
  readonly comment?: string | undefined
}

export interface History {
  readonly key: string
  readonly edits: readonly Edit[]
}

type Step = Omit<Edit, 'at'>

/** Creation, then the steps with the comments between them, from one day before now to another. */
const history = (
  key: string,
  now: Date,
  [from, to]: readonly [number, number],
  created: Step,
  steps: readonly Step[],
  comments: readonly Comment[] = [],
): History => {
  const rest: Step[] = []
  for (let i = 0; i < Math.max(steps.length, comments.length); i++) {
    const step = steps[i]
    const comment = comments[i]
    if (step) rest.push(step)
    if (comment) rest.push({ by: comment.by, values: {}, comment: comment.text })
  }
  const all = [created, ...rest]
  const times = timesBetween(now, from, to, all.length, key)
  return { key, edits: all.map((edit, index) => ({ ...edit, at: times[index] ?? now })) }
}

const person = (author: Author): Value => ({ people: [author] })

const STORIES_DONE = 9
const STORIES_STARTED = 15
const STORIES_READY = 20
const DUE_OF_STARTED = [-3, 2, 5, 9, 16, 23]

const storyStates = (index: number): string[] => {
  if (index < STORIES_DONE) return ['Ready', 'In progress', 'Done']
  if (index < STORIES_STARTED) return ['Ready', 'In progress']
  return index < STORIES_READY ? ['Ready'] : []
}

/** Days before now. The stories of a sprint are done in its fortnight. */
const STORY_DONE = [46, 43, 32, 29, 18, 16, 15, 4, 2]
const storyDone = (index: number): number => STORY_DONE[index] ?? 0
const storyCreated = (index: number): number => (index < STORIES_DONE ? storyDone(index) + 46 : 60 - index * 1.7)

export const storyHistories = (now: Date): History[] =>
  stories.map((story, index) => {
    const key = `s${index + 1}`
    const started = index - STORIES_DONE
    const isDone = index < STORIES_DONE
    const tasks = { links: story.tasks.map((_, task) => ({ to: `t${index + 1}.${task + 1}`, type: '_is_child' })) }
    const dates: Record<string, Value> = isDone
      ? { start_date: dateIn(now, -storyDone(index) - 18), due_date: dateIn(now, -storyDone(index) + 2) }
      : index < STORIES_STARTED
        ? { start_date: dateIn(now, -24 + started), due_date: dateIn(now, DUE_OF_STARTED[started] ?? 20) }
        : index < STORIES_READY
          ? { start_date: dateIn(now, 14), due_date: dateIn(now, 30 + index) }
          : {}
    const planned = storyStates(index).map((status): Step => ({
      by: status === 'Ready' ? 'amara' : story.owner,
      values: {
        status,
        ...(status === 'Ready' && { points: story.points, remaining_effort: story.points, links: tasks, ...dates }),
        ...(status === 'In progress' && { remaining_effort: Math.ceil(story.points * 0.6) }),
        ...(status === 'Done' && { remaining_effort: 0 }),
      },
    }))
    const steps = planned.length > 0 ? planned : [{ by: story.owner, values: { links: tasks } }]
    const end = isDone ? storyDone(index) : index < STORIES_STARTED ? 1.2 + started * 2.1 : storyCreated(index) - 20
    return history(
      key,
      now,
      [storyCreated(index), end],
      {
        by: index % 5 === 4 ? 'hanna' : 'amara',
        values: {
          title: story.title,
          description: story.text,
          acceptance: story.acceptance.map(line => `- ${line}`).join('\n'),
          status: 'Draft',
          owner: person(story.owner),
          priority: [story.priority],
          release: story.release,
        },
      },
      steps,
      story.comments,
    )
  })

const DUE_OF_CURRENT_TASKS = [-2, 1, 2, 3, 4, 6]

export const taskHistories = (now: Date): History[] =>
  stories.flatMap((story, index) =>
    story.tasks.map((task, place) => {
      const key = `t${index + 1}.${place + 1}`
      const started = index - STORIES_DONE
      const isOfStarted = started >= 0 && index < STORIES_STARTED
      const isDone = index < STORIES_DONE || (isOfStarted && place === 0)
      const isCurrent = isOfStarted && place === 1
      const move = (status: string, remaining: number): Step => ({
        by: task.by,
        values: { status, remaining_effort: remaining },
      })
      const steps: Step[] = []
      if (isDone || isCurrent) steps.push(move('In progress', Math.ceil(task.hours * 0.6)))
      if (isDone || (isCurrent && started % 2 === 1)) steps.push(move('Review', 1))
      if (isDone) steps.push(move('Done', 0))
      const end =
        index < STORIES_DONE ? storyDone(index) + (2 - place) * 3 : isDone ? 12 - started : 0.2 + started * 0.5
      const due = isCurrent
        ? (DUE_OF_CURRENT_TASKS[started] ?? 5)
        : isOfStarted
          ? 4 + started * 2
          : index < STORIES_DONE
            ? -storyDone(index)
            : undefined
      return history(
        key,
        now,
        [storyCreated(index) - 3, end],
        {
          by: story.owner,
          values: {
            title: task.title,
            description: `For {s${index + 1}}. Done when: ${story.acceptance[place] ?? ''}.`,
            status: 'To do',
            assigned_to: person(task.by),
            estimate: task.hours,
            remaining_effort: task.hours,
            ...(due !== undefined && { due_date: dateIn(now, due) }),
          },
        },
        steps,
      )
    }),
  )

const BUG_STATES = ['New', 'Confirmed', 'In progress', 'In review', 'Fixed', 'Closed']
/** From the 31st bug on; those before are closed. */
const STATES_OF_LATE_BUGS = [
  ...['In review', 'Fixed', 'In review', 'Fixed', 'In review', 'In progress'],
  ...['In progress', 'Confirmed', 'In progress', 'In progress', 'Confirmed', 'Confirmed', 'In progress', 'In progress'],
  ...['Confirmed', 'Confirmed', 'In progress', 'Confirmed', 'New', 'New', 'Confirmed', 'New', 'New', 'New'],
]
const BUGS_CLOSED = 30
const DUE_OF_BUGS = [-4, -1, 0, 1, 2, 3, 5, 7]

const verified = (index: number, platforms: readonly string[]): string =>
  `Verified with build ${index < 14 ? '4.0' : '4.1'}.${1 + (index % 5)} on ${platforms.map(each => (each === 'Server' ? 'the test server' : each)).join(' and ')}.`

export const bugHistories = (now: Date): History[] =>
  bugs.map((bug, index) => {
    const key = `b${index + 1}`
    const late = index - BUGS_CLOSED
    const state = STATES_OF_LATE_BUGS[late] ?? 'Closed'
    const created = late < 0 ? 165 - index * 4.5 : late < 14 ? 24 - late * 1.3 : (bugs.length - index) * 0.55
    const end = late < 0 ? created - 3 - (index % 9) : Math.min(created / 2, 0.1 + ((late * 7) % 11) * 0.12)
    const steps = BUG_STATES.slice(1, BUG_STATES.indexOf(state) + 1).map((status): Step => ({
      ...(status === 'Closed' && index % 3 !== 0 && { comment: verified(index, bug.platform) }),
      by: status === 'Confirmed' || status === 'Closed' ? 'hanna' : bug.assignee,
      values: {
        status,
        ...(status === 'Confirmed' && { assigned_to: person(bug.assignee), effort: 1 + (numberOf(key) % 7) }),
      },
    }))
    const isMine = bug.assignee === 'me'
    return history(
      key,
      now,
      [created, end],
      {
        by: bug.by,
        values: {
          title: bug.title,
          description: bug.text,
          status: 'New',
          severity: bug.severity,
          platform: bug.platform,
          // An account that has just arrived sees its work also before anybody confirmed the bug.
          ...(isMine && { assigned_to: person(bug.assignee) }),
          ...(bug.labels && { labels: bug.labels }),
          ...(bug.links && { links: { links: bug.links.map(to => ({ to, type: '' })) } }),
          ...(late >= 0 && (state !== 'New' || isMine) && { due_date: dateIn(now, DUE_OF_BUGS[late % 8] ?? 5) }),
        },
      },
      steps,
      bug.comments,
    )
  })

const SPRINT_DAYS = 14
const CURRENT_SPRINT = sprints.findIndex(sprint => sprint.review === undefined)

/** Days from a Monday to now: the current sprint ends on the Friday of this week, or at a weekend of the next one. */
const daysOfCurrentSprint = (now: Date): number => {
  const sinceMonday = (now.getUTCDay() + 6) % 7
  return sinceMonday > 4 ? sinceMonday : sinceMonday + 7
}

export const sprintHistories = (now: Date): History[] =>
  sprints.map((sprint, index): History => {
    const key = `p${index + 1}`
    const start = daysOfCurrentSprint(now) + (CURRENT_SPRINT - index) * SPRINT_DAYS
    const linksTo = (numbers: readonly number[]): LinkValue => ({
      links: numbers.map(number => ({ to: `s${number}`, type: '' })),
    })
    const all: readonly (readonly [daysBefore: number, step: Step])[] = [
      [
        start + 10,
        {
          by: 'amara',
          values: {
            title: sprint.title,
            description: sprint.goal,
            status: 'Planned',
            start_date: dateIn(now, -start),
            end_date: dateIn(now, SPRINT_DAYS - 3 - start),
            capacity: sprint.capacity,
            owner: person('amara'),
          },
        },
      ],
      [start + 1, { by: 'amara', values: { links: linksTo(sprint.planned) } }],
      [start, { by: 'amara', values: { status: 'Current' } }],
      ...(sprint.added.length > 0
        ? [[start - 4, { by: 'hanna', values: { links: linksTo([...sprint.planned, ...sprint.added]) } }] as const]
        : []),
      [start - SPRINT_DAYS + 3, { by: 'amara', values: { status: 'Done' }, comment: sprint.review }],
    ]
    // A sprint that has not begun has its stories already.
    const isAhead = start < 0
    const steps = isAhead ? all.slice(0, 2) : all.filter(([day]) => day > 0)
    const times = isAhead
      ? timesBetween(now, 8, 1, steps.length, key)
      : steps.flatMap(([day], place) => timesBetween(now, day, 0, 1, `${key} ${place}`))
    return { key, edits: steps.map(([, step], place) => ({ ...step, at: times[place] ?? now })) }
  })
