import { useRef } from 'react'
import type { ListedArtifact } from '../trackers/tracker-queries.ts'
import { useStable } from '../trackers/use-stable.ts'

export interface Cards {
  /** The columns tell their cards after each rendering. */
  readonly onCards: (key: string, cards: readonly ListedArtifact[]) => void
  readonly rowOf: (id: number) => ListedArtifact | undefined
}

/** The cards of all columns, for what happens to one of them by a key. */
export const useCards = (): Cards => {
  const cards = useRef(new Map<string, readonly ListedArtifact[]>())
  return {
    onCards: useStable((key: string, shown: readonly ListedArtifact[]) => void cards.current.set(key, shown)),
    rowOf: useStable((id: number) => [...cards.current.values()].flat().find(row => row.id === id)),
  }
}
