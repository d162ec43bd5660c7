// The request for a new artifact that the dialog over the page shows.
import { createPageValue, usePageValue } from '../../design/page-value.ts'
import type { NewArtifactSearch } from './new-artifact-search.ts'

export interface NewArtifactRequest {
  /** Undefined: the dialog asks for it. */
  readonly trackerId: number | undefined
  /** As in the address of the page of a new artifact. */
  readonly search: NewArtifactSearch
}

const request = createPageValue<NewArtifactRequest | undefined>(undefined)

interface Prefill {
  readonly trackerId: number
  readonly search: NewArtifactSearch
}

let prefill: Prefill | undefined

/** New artifacts of the tracker begin with these values while a list of such artifacts is shown. Answers the function that ends it. */
export const prefillNewArtifacts = (trackerId: number, search: NewArtifactSearch): (() => void) => {
  const mine = { trackerId, search }
  prefill = mine
  return () => {
    if (prefill === mine) prefill = undefined
  }
}

export const openNewArtifact = (trackerId: number | undefined, search?: NewArtifactSearch): void =>
  request.set({ trackerId, search: search ?? (prefill?.trackerId === trackerId ? prefill?.search : undefined) ?? {} })

export const closeNewArtifact = (): void => request.set(undefined)

export const useNewArtifactRequest = (): NewArtifactRequest | undefined => usePageValue(request)
