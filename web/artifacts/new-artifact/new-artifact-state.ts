// The request for a new artifact that the dialog over the page shows.
import { useSyncExternalStore } from 'react'
import type { NewArtifactSearch } from './new-artifact-search.ts'

export interface NewArtifactRequest {
  /** Undefined: the dialog asks for it. */
  readonly trackerId: number | undefined
  /** As in the address of the page of a new artifact. */
  readonly search: NewArtifactSearch
}

let request: NewArtifactRequest | undefined
const listeners = new Set<() => void>()

const change = (next: NewArtifactRequest | undefined): void => {
  request = next
  for (const listener of listeners) listener()
}

export const openNewArtifact = (trackerId: number | undefined, search: NewArtifactSearch = {}): void =>
  change({ trackerId, search })

export const closeNewArtifact = (): void => change(undefined)

export const useNewArtifactRequest = (): NewArtifactRequest | undefined =>
  useSyncExternalStore(
    listener => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => request,
  )
