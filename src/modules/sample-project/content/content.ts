// The words of the sample project. `{s3}`, `{t3.2}` and `{b7}` become mentions of artifacts; `{@leila}` becomes the login of a person.
import type { Author } from './people.ts'

export interface Comment {
  readonly by: Author
  readonly text: string
}

export interface TaskText {
  readonly title: string
  readonly by: Author
  readonly hours: number
}

export interface StoryText {
  readonly title: string
  readonly text: string
  readonly acceptance: readonly string[]
  readonly owner: Author
  readonly priority: 'Must' | 'Should' | 'Could'
  readonly points: number
  readonly release: string
  readonly tasks: readonly [TaskText, TaskText, TaskText]
  readonly comments?: readonly Comment[]
}

export interface SprintText {
  readonly title: string
  readonly goal: string
  /** Points. */
  readonly capacity: number
  /** Numbers of the stories that it planned at its beginning. */
  readonly planned: readonly number[]
  /** Those that came later. */
  readonly added: readonly number[]
  /** The comment at its end. */
  readonly review?: string
}

export interface BugText {
  readonly title: string
  readonly text: string
  readonly by: Author
  readonly assignee: Author
  readonly severity: 'Critical' | 'Major' | 'Minor' | 'Cosmetic'
  readonly platform: readonly ('iOS' | 'Android' | 'Server')[]
  readonly labels?: readonly string[]
  /** Keys of stories or bugs that the bug is about. */
  readonly links?: readonly string[]
  readonly comments?: readonly Comment[]
}

export const project = {
  shortName: 'waymark',
  label: 'Waymark',
  description: 'The passenger app of the Alderbrook region: departures, tickets and disruptions for buses and trams',
}
