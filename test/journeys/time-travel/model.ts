// A naive model of the past: a whole copy of each artifact after each change, and plain loops for queries. It knows nothing of the product.

export const STATES = ['new', 'busy', 'done'] as const
export const TAGS = ['red', 'green', 'blue'] as const
export type TrackerName = 'chore' | 'plan'

/** Values by the names of people: null and [] for none. */
export interface Values {
  readonly title: string
  readonly story: string
  readonly effort: number | null
  readonly cost: number | null
  readonly due: string | null
  readonly state: readonly string[]
  readonly tags: readonly string[]
  readonly who: readonly string[]
  readonly links: readonly number[]
  readonly secret: number | null
  readonly passing: string
}

export const NO_VALUES: Values = {
  title: '',
  story: '',
  effort: null,
  cost: null,
  due: null,
  state: [],
  tags: [],
  who: [],
  links: [],
  secret: null,
  passing: '',
}

export interface Version {
  /** Milliseconds. */
  readonly at: number
  readonly by: string
  readonly values: Values
}

export interface ModelArtifact {
  readonly id: number
  tracker: TrackerName
  readonly createdBy: string
  versions: Version[]
  /** Whether only administrators see it now. */
  isClosed: boolean
  isDeleted: boolean
  movedAt: number | undefined
}

export const secondOf = (at: number): number => Math.floor(at / 1_000)

/** The last version that the second has seen. */
export const versionOf = ({ versions }: ModelArtifact, at: number): Version | undefined =>
  versions.filter(version => secondOf(version.at) <= secondOf(at)).at(-1)

/** The plan has fewer fields than the chore, and fewer states. */
export const movedValues = ({ title, effort, state, links }: Values): Values => ({
  ...NO_VALUES,
  title,
  effort,
  state: state.filter(label => label !== 'busy'),
  links,
})

export interface Question {
  readonly text: string
  holds(version: Version, artifact: ModelArtifact): boolean
}

export interface Order {
  readonly text: string
  readonly keys: readonly {
    readonly isDescending: boolean
    of(version: Version, artifact: ModelArtifact): string | number | null
  }[]
}

/** Ids in the order: without a value last, then by id in the direction of the last key. */
export const sorted = (
  found: readonly { readonly version: Version; readonly artifact: ModelArtifact }[],
  { keys }: Order,
): number[] =>
  [...found]
    .sort((left, right) => {
      for (const key of keys) {
        const [one, other] = [key.of(left.version, left.artifact), key.of(right.version, right.artifact)]
        if (one === other) continue
        if (one === null) return 1
        if (other === null) return -1
        return one < other === key.isDescending ? 1 : -1
      }
      const difference = left.artifact.id - right.artifact.id
      return keys.at(-1)?.isDescending ? -difference : difference
    })
    .map(({ artifact }) => artifact.id)
