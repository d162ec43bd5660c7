/** Somebody in one tab of a browser. */
export interface Sighting {
  readonly artifactId: number
  readonly userId: number
  /** Name that the tab gave itself. */
  readonly tab: string
  readonly state: 'reading' | 'editing' | 'gone'
  /** The field that is being edited. */
  readonly fieldId: number | null
  /** Milliseconds: sightings from other processes may arrive after later ones. */
  readonly at: number
}

/** Somebody at an artifact, in whatever number of tabs. */
export interface Present {
  readonly userId: number
  readonly state: 'reading' | 'editing'
  readonly fieldId: number | null
}

/** Somebody who was not seen again within this time is gone. */
const LEASE_MS = 45_000
/** For this long a tab that went is remembered, so that no late sighting brings it back. */
const GONE_MS = 5_000
/** Tabs of one account that are remembered; the oldest goes. */
const MAX_TABS = 50

interface Lease extends Sighting {
  readonly state: 'reading' | 'editing'
  readonly endsAt: number
}

/** The people at artifacts, in memory. */
export interface Board {
  note(sighting: Sighting): void
  /** By account id. */
  people(artifactId: number): readonly Present[]
  /** Forgets those who were not seen again. */
  sweep(): void
  isEmpty(): boolean
}

/** `onChange` gets the artifact when other people are there, or do something else. */
export const createBoard = (now: () => number, onChange: (artifactId: number) => void): Board => {
  const byArtifact = new Map<number, Map<string, Lease>>()
  const byAccount = new Map<number, Map<string, Lease>>()
  /** Tabs that went: when, and until when they are remembered. */
  const gone = new Map<string, { readonly at: number; readonly endsAt: number }>()
  const keyOf = ({ artifactId, userId, tab }: Sighting): string => `${artifactId} ${userId} ${tab}`

  const people = (artifactId: number): readonly Present[] => {
    const at = now()
    const found = new Map<number, Present>()
    for (const lease of byArtifact.get(artifactId)?.values() ?? []) {
      if (lease.endsAt <= at) continue
      // Leases stand in the order in which they began: of two tabs that edit, the later one is told.
      if (lease.state === 'editing' || !found.has(lease.userId))
        found.set(lease.userId, { userId: lease.userId, state: lease.state, fieldId: lease.fieldId })
    }
    return [...found.values()].sort((left, right) => left.userId - right.userId)
  }
  const watched = (artifactId: number, change: () => void): void => {
    const before = JSON.stringify(people(artifactId))
    change()
    if (JSON.stringify(people(artifactId)) !== before) onChange(artifactId)
  }
  const remove = (lease: Lease): void => {
    const key = keyOf(lease)
    for (const [leases, id] of [
      [byArtifact, lease.artifactId],
      [byAccount, lease.userId],
    ] as const) {
      const left = leases.get(id)
      left?.delete(key)
      if (left?.size === 0) leases.delete(id)
    }
  }
  const add = (lease: Lease): void => {
    const key = keyOf(lease)
    for (const [leases, id] of [
      [byArtifact, lease.artifactId],
      [byAccount, lease.userId],
    ] as const) {
      const all = leases.get(id) ?? new Map<string, Lease>()
      leases.set(id, all.set(key, lease))
    }
  }

  return {
    people,
    note: sighting => {
      const { state, at } = sighting
      const key = keyOf(sighting)
      const before = byArtifact.get(sighting.artifactId)?.get(key)
      if ((before?.at ?? gone.get(key)?.at ?? 0) > at) return
      watched(sighting.artifactId, () => {
        if (before) remove(before)
        if (state === 'gone') gone.set(key, { at, endsAt: now() + GONE_MS })
        else add({ ...sighting, state, endsAt: now() + LEASE_MS })
      })
      const own = byAccount.get(sighting.userId)
      const oldest = own && own.size > MAX_TABS ? own.values().next().value : undefined
      if (oldest) watched(oldest.artifactId, () => remove(oldest))
    },
    sweep: () => {
      const at = now()
      for (const [key, { endsAt }] of gone) if (endsAt <= at) gone.delete(key)
      for (const [artifactId, leases] of byArtifact) {
        const ended = [...leases.values()].filter(({ endsAt }) => endsAt <= at)
        for (const lease of ended) remove(lease)
        // The list leaves out ended leases by itself, so that comparing it with the one before would tell nothing.
        if (ended.length > 0) onChange(artifactId)
      }
    },
    isEmpty: () => byArtifact.size === 0 && gone.size === 0,
  }
}
